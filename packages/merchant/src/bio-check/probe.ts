import { randomUUID } from 'node:crypto';
import type { LookupRequest } from '@authly/contract/captures/lookup';
import { parseReply, replyFaults } from '@authly/contract/captures/replies';
import type { StoreRequest } from '@authly/contract/captures/store';
import { BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operation-table';
import type { Clock } from '../clock.ts';
import { sampleLookup, sampleStore } from '../testing/sample-bodies.ts';
import type { ServiceKey } from '../testing/service-key.ts';
import { signBioCall } from '../testing/sign-bio-request.ts';
import { isObject, parseJson } from '../json.ts';
import type { KeyList } from './key-list.ts';
import { type Reply, sendRaw, type Transport } from './send-raw.ts';

type HeaderChanges = Readonly<Record<string, string | undefined>>;

export interface CallChanges {
  readonly key?: ServiceKey;
  readonly merchantId?: string;
  readonly method?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly idempotencyKey?: string;
  /** Added to the path, signed and sent. */
  readonly below?: string;
  /** Added to the sent address only. */
  readonly query?: string;
  readonly sentBody?: string;
  /** Changed after signing. Undefined removes the header. */
  readonly headers?: HeaderChanges | ((signed: Readonly<Record<string, string>>) => HeaderChanges);
}

export interface ProbeOptions {
  readonly merchantBioBaseUrl: string;
  readonly merchantId: string;
  readonly toleranceMs: number;
  /** How long a removed key may still be accepted. */
  readonly removedKeyWaitMs: number;
  readonly nonceWaitMs: number;
  readonly longWaitMs: number;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly keyList: KeyList;
  readonly key: ServiceKey;
}

export interface Probe extends ProbeOptions {
  /** The default signing key. The key checks rotate it. */
  signingKey: ServiceKey;
  /** The previous key, while it is published as retiring. */
  retiringKey: ServiceKey | undefined;
  /** A valid store request for a user of this check only. */
  storeBody(fields?: Partial<Omit<StoreRequest, 'payload'>>, payload?: Partial<StoreRequest['payload']>): StoreRequest;
  lookupBody(stored: StoreRequest, fields?: Partial<LookupRequest>): LookupRequest;
  store(body: object | string, changes?: CallChanges): Promise<Reply>;
  lookup(body: object | string, changes?: CallChanges): Promise<Reply>;
  /** What the service could not use in the 200s of this run, and which check saw it first. */
  readonly replyFaults: Readonly<Record<BioOperationName, Map<string, string>>>;
  warn(message: string): void;
}

export function createProbe(
  options: ProbeOptions,
  { warn, checkId }: { readonly warn: (message: string) => void; readonly checkId: () => string },
): Probe {
  const { merchantBioBaseUrl, merchantId, clock, transport } = options;

  const send = async (name: BioOperationName, body: object | string, changes: CallChanges): Promise<Reply> => {
    const { path } = BIO_OPERATIONS[name];
    const url = merchantBioBaseUrl + path + (changes.below ?? '');
    const signed = await signBioCall({ key: probe.signingKey, merchantId, now: clock.now(), ...changes, body, url });
    const changed = typeof changes.headers === 'function' ? changes.headers(signed.headers) : changes.headers;
    const headers = Object.entries({ ...signed.headers, ...changed }).filter(([, value]) => value !== undefined);
    const call = {
      url: url + (changes.query ?? ''),
      method: signed.method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: changes.sentBody ?? signed.body,
    };
    const reply = await sendRaw(call, transport);
    const request = typeof body === 'string' ? parseJson(body) : body;
    if (reply.status === 200 && isObject(request))
      for (const fault of replyFaults(name, request as StoreRequest | LookupRequest, parseReply(reply.body)))
        if (!probe.replyFaults[name].has(fault)) probe.replyFaults[name].set(fault, checkId());
    return reply;
  };

  const probe: Probe = {
    ...options,
    signingKey: options.key,
    retiringKey: undefined,
    storeBody: (fields = {}, payload = {}) =>
      sampleStore({
        merchant_id: merchantId,
        merchant_user_ref: `bio-check-${randomUUID()}`,
        enrollment_session_id: `ses_${randomUUID()}`,
        captured_at: new Date(clock.now()).toISOString(),
        ...fields,
        payload,
      }),
    lookupBody: ({ merchant_user_ref, payload: { finger } }, fields = {}) =>
      sampleLookup({
        merchant_id: merchantId,
        merchant_user_ref,
        verification_session_id: `ses_${randomUUID()}`,
        payload: { finger },
        ...fields,
      }),
    store: (body, changes = {}) => send('store', body, changes),
    lookup: (body, changes = {}) => send('lookup', body, changes),
    replyFaults: { store: new Map(), lookup: new Map() },
    warn,
  };
  return probe;
}
