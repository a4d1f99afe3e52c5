import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { operationPath } from '@authly/contract/wire/operation-path';
import { JSON_BODY, OPERATIONS, type OperationName } from '@authly/contract/operations';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { Merchant } from '../../../apps/service/src/merchants/merchant.ts';
import { captured, sealedFor, type Capture } from '../../../apps/service/test/app-side.ts';
import { encodeTemplate, extract, synthesize } from '../../../packages/fingerprint/src/index.ts';
import { listenTls } from '../../chaos/fixture.ts';
import { median, percentile, say, type StoreKind, type Table } from '../bench.ts';
import { MERCHANT_ID, type Fixture } from '../fixture.ts';
import { processMs } from '../processor-time.ts';
import type { Target } from './target.ts';

const AT_ONCE = 16;
const WARM_UP = 60;
const FINGER = 7;
/** Sessions one after another, for the time that a person waits. */
const ALONE = 60;
const TOUCH = synthesize({ finger: FINGER, impression: 4 });

type Mode = 'enrollment' | 'verification';

const captureOf = (...impressions: number[]): Capture =>
  captured(encodeTemplate(impressions.map((impression) => extract(synthesize({ finger: FINGER, impression })))));

/** A merchant's Bio API in this process, whose CPU time does not count. It stores one enrollment per user. */
export async function startBioApi(fixture: Fixture, cleanup: AsyncDisposableStack): Promise<Partial<Merchant>> {
  const payloads = new Map<string, unknown>();
  const server = await listenTls(fixture.tls, (request, response) => void answer(request, response, payloads));
  cleanup.use(server);
  return { bioBaseUrl: `${server.origin}/bio`, bioCaPem: fixture.tls.ca };
}

async function answer(request: IncomingMessage, response: ServerResponse, payloads: Map<string, unknown>) {
  const chunks = await request.toArray();
  const body = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as Record<string, string>;
  const { merchant_user_ref: user = '', type } = body;
  const who = { merchant_user_ref: user, type, enrollment_ref: `enr_${user}` };
  const at = new Date().toISOString();
  const isStore = 'enrollment_session_id' in body;
  if (isStore) payloads.set(user, body['payload']);
  const reply = isStore ? { ...who, stored: true, stored_at: at } : { ...who, found: true, enrolled_at: at };
  response.writeHead(200, { 'content-type': JSON_BODY });
  response.end(JSON.stringify({ ...reply, payload: payloads.get(user) }));
}

/** CPU time of whole sessions: creation, page, app, Bio API call, comparison and result. */
export async function wholeSessions(store: StoreKind, target: Target, count: number): Promise<Table['rows']> {
  const people = new People(target);
  const captures = { enrollment: captureOf(0, 1, 2), verification: captureOf(3) };
  const rows = [];
  for (const mode of ['enrollment', 'verification'] as const) {
    await people.each(0, WARM_UP, mode, captures[mode]);
    const { server } = target;
    const before = { all: server.cpuMs(), service: processMs(server.pid) };
    await people.each(WARM_UP, WARM_UP + count, mode, captures[mode]);
    const all = (server.cpuMs() - before.all) / count;
    const service = (processMs(server.pid) - before.service) / count;
    const waits = await people.waits(ALONE, mode, captures[mode]);
    say(`${store}: ${mode} ${service.toFixed(1)} ms`);
    rows.push({
      store,
      session: mode,
      sessions: count,
      'CPU ms': service,
      'CPU ms of Postgres': all - service,
      'wait p50 ms': median(waits),
      'wait p95 ms': percentile(waits, 0.95),
    });
  }
  return rows;
}

/** Users with their browsers and apps, and the merchant's backend. */
class People {
  readonly #target: Target;
  #accessToken: string | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  async each(from: number, to: number, mode: Mode, capture: Capture): Promise<void> {
    let next = from;
    const some = async (): Promise<void> => {
      for (let user = next++; user < to; user = next++) await this.#session(mode, `user-${user}`, capture);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
  }

  /** Milliseconds from a capture to the result, nothing else running: reading, sealing, callback and result. */
  async waits(count: number, mode: Mode, capture: Capture): Promise<number[]> {
    const waits = [];
    for (let user = 0; user < count; user++) {
      let touched = 0;
      await this.#session(mode, `user-${user}`, capture, () => {
        touched = performance.now();
        extract(TOUCH);
      });
      waits.push(performance.now() - touched);
    }
    return waits;
  }

  async #session(mode: Mode, user: string, capture: Capture, touch = () => {}): Promise<void> {
    const merchant = await this.#token();
    const create = mode === 'enrollment' ? 'createEnrollmentSession' : 'createVerificationSession';
    const payload = mode === 'verification' && { payload: { finger: capture.plain.finger } };
    const who = { merchant_id: MERCHANT_ID, merchant_user_ref: user, ...payload };
    const { session_id, popup_url } = await this.#call(create, merchant, who);
    const page = popup_url!.split('#token=')[1]!;
    await this.#call('hostedOpened', page);
    const { app_url } = await this.#call('hostedLink', page, undefined, { query: '?via=button' });
    const link = { link_token: app_url!.split('#link=')[1]!, app_nonce: randomUUID() };
    const claim = (await this.#call('claimSession', undefined, link)) as unknown as ClaimResponse;
    const { match_code: number } = await this.#call('hostedSession', page);
    const parameters = { session_id: session_id! };
    await this.#call('appConfirm', claim.app_token, { number }, { parameters });
    touch();
    await this.#call('appCallback', claim.app_token, await sealedFor(claim.seal, capture), { parameters });
    const ended = await this.#call('readResult', merchant, undefined, {
      parameters,
      query: `?merchant_user_ref=${user}`,
    });
    const { enrolled, matched } = ended['result'] as unknown as { enrolled?: boolean; matched?: boolean };
    // A failed session is cheaper, so it ends the run.
    if (!(enrolled ?? matched)) throw new Error(`${mode} ended as ${JSON.stringify(ended)}`);
  }

  async #token(): Promise<string> {
    if (this.#accessToken === undefined) {
      const { text } = await this.#target.load.send(this.#target.calls.token());
      this.#accessToken = (JSON.parse(text) as { access_token: string }).access_token;
    }
    return this.#accessToken;
  }

  async #call(
    name: OperationName,
    token: string | undefined,
    body?: object,
    { parameters = {}, query = '' }: { parameters?: Record<string, string>; query?: string } = {},
  ): Promise<Record<string, string>> {
    const { status, text } = await this.#target.load.send({
      method: OPERATIONS[name].method,
      path: operationPath(name, parameters) + query,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': JSON_BODY }),
        ...(name.startsWith('create') && { 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (status >= 300) throw new Error(`${name} answered ${status}: ${text}`);
    return JSON.parse(text) as Record<string, string>;
  }
}
