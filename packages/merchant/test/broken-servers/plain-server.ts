import { createHash, createPublicKey, type KeyObject, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/index.ts';

/**
 * A second Merchant Bio API, written from the contract alone in plain Node, without code of the SDK. Every step can be
 * replaced, and each broken server replaces one.
 */

export interface Call {
  readonly endpoint: 'store' | 'lookup';
  readonly path: string;
  readonly method: string;
  readonly raw: Buffer;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  key?: KeyObject;
  body?: Body;
}

export interface Body {
  merchant_id: string;
  merchant_user_ref: string;
  enrollment_session_id: string;
  type: string;
  captured_at: string;
  payload: { finger: string; features: string; enc_key: string };
}

export type Fetch = (url: string) => Promise<Response>;

export interface State {
  fetch: Fetch;
  readonly merchantId: string;
  readonly keyListUrl: string;
  readonly clock: Clock;
  keys: Map<string, { key: KeyObject; status: string }>;
  keysAskedAt: number;
  keysFetchedAt: number;
  fetching?: Promise<void>;
  readonly nonces: Set<string>;
  readonly enrollments: Map<string, Body>;
  readonly answers: Map<string, { hash: string; answer: object }>;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    [this.status, this.code] = [status, code];
  }
}

export interface Steps {
  method(method: string): void;
  path(path: string): Call['endpoint'];
  size(raw: Buffer): void;
  headers(call: Call): void;
  findKey(call: Call, state: State): Promise<void>;
  merchant(call: Call, state: State): void;
  timestamp(call: Call, state: State): void;
  nonceUnused(call: Call, state: State): void;
  bodyHash(call: Call): void;
  signature(call: Call): void;
  claimNonce(call: Call, state: State): void | Promise<void>;
  parse(call: Call): void;
  fields(call: Call): void;
  binding(call: Call, state: State): void;
  store(call: Call, state: State): object | Promise<object>;
  lookup(call: Call, state: State): object | Promise<object>;
  errorBody(refusal: Refusal, headers: IncomingMessage['headers']): object;
  send(res: ServerResponse, status: number, body: object): void;
}

export const header = (call: Call, name: string): string => String(call.headers[name] ?? '');
/** The call as if it had come with this header, these fields or this payload. */
export const withHeader = (call: Call, name: string, value: string): Call => ({
  ...call,
  headers: { ...call.headers, [name]: value },
});
export const withBody = (call: Call, fields: Partial<Body>): Call => ({ ...call, body: { ...call.body!, ...fields } });
export const withPayload = (call: Call, parts: Partial<Body['payload']>): Call =>
  withBody(call, { payload: { ...call.body?.payload, ...parts } as Body['payload'] });
export const sha256 = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');
export const canonical = (call: Call, path = call.path): Buffer =>
  Buffer.from(
    [
      'SERVICE-ED25519',
      call.method,
      path,
      header(call, 'x-service-timestamp'),
      header(call, 'x-service-nonce'),
      header(call, 'x-service-content-sha256'),
    ].join('\n'),
  );
export const isSigned = (call: Call, text = canonical(call), key = call.key!): boolean =>
  verify(null, text, key, Buffer.from(header(call, 'x-service-signature').slice(3), 'base64'));
export const nameOf = ({ merchant_user_ref, payload }: Body): string => `${merchant_user_ref}\n${payload.finger}`;

export async function fetchKeys(state: State): Promise<void> {
  state.keysAskedAt = state.clock.now();
  const response = await state.fetch(state.keyListUrl);
  if (!response.ok) throw new Error('The key list is down.');
  const { keys } = (await response.json()) as { keys: { key_id: string; public_key_base64: string; status: string }[] };
  state.keysFetchedAt = state.clock.now();
  state.keys = new Map(
    keys.map(({ key_id, public_key_base64, status }) => [
      key_id,
      { status, key: createPublicKey({ key: Buffer.from(public_key_base64, 'base64'), format: 'der', type: 'spki' }) },
    ]),
  );
}

const SIGNED = ['merchant-id', 'key-id', 'timestamp', 'nonce', 'content-sha256', 'signature'].map(
  (name) => `x-service-${name}`,
);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Its stores and lookups are done at once. */
export const plainSteps: Omit<Steps, 'store' | 'lookup'> &
  Record<'store' | 'lookup', (call: Call, state: State) => object> = {
  method(method) {
    if (method !== 'POST') throw new Refusal(405, 'invalid_request');
  },
  path(path) {
    const [, endpoint] = /\/enrollments(\/lookup)?(?:\?.*)?$/.exec(path) ?? [undefined, '-'];
    if (endpoint === '-') throw new Refusal(404, 'invalid_request');
    return endpoint === undefined ? 'store' : 'lookup';
  },
  size(raw) {
    if (raw.length > 1_048_576) throw new Refusal(413, 'invalid_request');
  },
  headers(call) {
    if (SIGNED.some((name) => header(call, name) === '')) throw new Refusal(401, 'missing_signature');
    if (!/^v2=[A-Za-z0-9+/]{86}==$/.test(header(call, 'x-service-signature')))
      throw new Refusal(401, 'invalid_signature');
    if (!/^[0-9a-f-]{36}$/i.test(header(call, 'x-service-nonce'))) throw new Refusal(401, 'invalid_signature');
  },
  async findKey(call, state) {
    const id = header(call, 'x-service-key-id');
    const isWanting = !state.keys.has(id) || state.clock.now() - state.keysFetchedAt > 300_000;
    if (isWanting && state.clock.now() - state.keysAskedAt >= 5_000) state.fetching = fetchKeys(state);
    if (isWanting) await state.fetching;
    const known = state.keys.get(id);
    if (known === undefined) throw new Refusal(401, 'invalid_signature');
    call.key = known.key;
  },
  merchant(call, { merchantId }) {
    if (header(call, 'x-service-merchant-id') !== merchantId) throw new Refusal(401, 'signature_mismatch');
  },
  timestamp(call, { clock }) {
    const skew = Math.abs(clock.now() - Date.parse(header(call, 'x-service-timestamp')));
    if (!(skew <= 300_000)) throw new Refusal(401, 'timestamp_out_of_range');
  },
  nonceUnused(call, { nonces }) {
    if (nonces.has(header(call, 'x-service-nonce'))) throw new Refusal(409, 'nonce_reused');
  },
  bodyHash(call) {
    if (sha256(call.raw) !== header(call, 'x-service-content-sha256')) throw new Refusal(401, 'signature_mismatch');
  },
  signature(call) {
    if (!isSigned(call)) throw new Refusal(401, 'signature_mismatch');
  },
  claimNonce(call, { nonces }) {
    const nonce = header(call, 'x-service-nonce');
    if (nonces.has(nonce)) throw new Refusal(409, 'nonce_reused');
    nonces.add(nonce);
  },
  parse(call) {
    try {
      call.body = JSON.parse(call.raw.toString()) as Body;
    } catch {
      throw new Refusal(400, 'invalid_request');
    }
  },
  fields({ endpoint, body }) {
    const invalid = new Refusal(400, 'invalid_request');
    if (!isObject(body)) throw invalid;
    const { merchant_id, merchant_user_ref, type, payload, ...rest } = body as Body & Record<string, unknown>;
    const own =
      endpoint === 'store' ? [rest.enrollment_session_id, rest.captured_at] : [rest['verification_session_id']];
    if (![merchant_id, merchant_user_ref, type, ...own].every(isText)) throw invalid;
    if (Array.from(merchant_user_ref).length > 256) throw invalid;
    if (type !== 'fingerprint') throw new Refusal(400, 'unsupported_bio_type');
    if (!isObject(payload) || !isText(payload.finger)) throw invalid;
    if (endpoint === 'store' && ![payload.features, payload.enc_key].every(isText)) throw invalid;
    if (endpoint === 'store' && Number.isNaN(Date.parse(rest.captured_at))) throw invalid;
    if (!['LI', 'LM', 'RI', 'RM'].includes(payload.finger)) throw new Refusal(400, 'unsupported_finger');
  },
  binding(call, { merchantId }) {
    if (call.body!.merchant_id !== merchantId) throw new Refusal(401, 'signature_mismatch');
    if (call.endpoint === 'store' && header(call, 'idempotency-key') !== call.body!.enrollment_session_id)
      throw new Refusal(401, 'signature_mismatch');
  },
  store(call, state) {
    const [body, hash] = [call.body!, sha256(call.raw)];
    const earlier = state.answers.get(body.enrollment_session_id);
    if (earlier !== undefined && earlier.hash !== hash) throw new Refusal(409, 'idempotency_conflict');
    if (earlier !== undefined) return earlier.answer;
    const answer = { stored: true, enrollment_ref: randomUUID(), stored_at: new Date(state.clock.now()).toISOString() };
    state.answers.set(body.enrollment_session_id, { hash, answer });
    state.enrollments.set(nameOf(body), body);
    return answer;
  },
  lookup(call, { enrollments }) {
    const found = enrollments.get(nameOf(call.body!));
    if (found === undefined) throw new Refusal(404, 'bio_enrollment_not_found');
    return { found: true, payload: { features: found.payload.features, enc_key: found.payload.enc_key } };
  },
  errorBody({ code }, headers) {
    const sent = String(headers['x-request-id']);
    return { error: { code, message: code, request_id: /^[!-~]{1,128}$/.test(sent) ? sent : randomUUID() } };
  },
  send(res, status, body) {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  },
};

/** Runs the steps in the contract's order. */
export async function inOrder(call: Call, state: State, steps: Steps): Promise<object> {
  steps.headers(call);
  await steps.findKey(call, state);
  steps.merchant(call, state);
  steps.timestamp(call, state);
  steps.nonceUnused(call, state);
  steps.bodyHash(call);
  steps.signature(call);
  await steps.claimNonce(call, state);
  steps.parse(call);
  steps.fields(call);
  steps.binding(call, state);
  return call.endpoint === 'store' ? steps.store(call, state) : steps.lookup(call, state);
}

async function rawBodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export interface PlainServer {
  readonly base: string;
  close(): Promise<void>;
}

export interface PlainServerOptions {
  readonly merchantId: string;
  readonly keyListUrl: string;
  readonly clock: Clock;
  readonly steps?: Partial<Steps>;
  readonly order?: typeof inOrder;
}

export async function startPlainServer({
  merchantId,
  keyListUrl,
  clock,
  steps: changed,
  order = inOrder,
}: PlainServerOptions): Promise<PlainServer> {
  const steps = { ...plainSteps, ...changed };
  const state: State = {
    fetch: (url) => fetch(url, { signal: AbortSignal.timeout(2_000) }),
    merchantId,
    keyListUrl,
    clock,
    keys: new Map(),
    keysAskedAt: -Infinity,
    keysFetchedAt: -Infinity,
    nonces: new Set(),
    enrollments: new Map(),
    answers: new Map(),
  };
  const answer = async (req: IncomingMessage): Promise<[number, object]> => {
    try {
      const raw = await rawBodyOf(req);
      const path = req.url ?? '/';
      const { method = 'GET', headers, rawHeaders } = req;
      steps.method(method);
      steps.size(raw);
      return [200, await order({ endpoint: steps.path(path), path, method, raw, headers, rawHeaders }, state, steps)];
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'merchant_bio_internal_error');
      return [refusal.status, steps.errorBody(refusal, req.headers)];
    }
  };
  const server = createServer((req, res) => {
    void answer(req).then(([status, body]) => steps.send(res, status, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/merchant/bio`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
