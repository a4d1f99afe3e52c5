import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deviceChallenge } from '@authly/app-client/device.ts';
import { Agent, buildConnector, fetch, request } from 'undici';
import { expect, it } from 'vitest';
import { captured } from '../../apps/service/test/app-side.ts';
import { LoopbackServer } from '../../apps/service/test/bio-merchant.ts';
import { keyAction } from '../../apps/service/test/key-action.ts';
import { PageSide } from '../../apps/service/test/page-side.ts';
import { TestService, credentials, type TestClient } from '../../apps/service/test/running-service.ts';
import { sessionIn } from '../../apps/service/test/sample-session.ts';
import { SdkMerchant } from '../../apps/service/test/sdk-merchant.ts';
import { TestClock } from '../../apps/service/test/test-clock.ts';
import { TestDevice } from '../../apps/service/test/test-device.ts';
import { readAcceptedEncKey } from '../../apps/service/src/capture/enc-key.ts';
import { fingerprint } from '../../apps/service/src/capture/fingerprint.ts';
import { KeyRing } from '../../apps/service/src/keys/key-ring.ts';
import { captureOf, templateOf } from '../../packages/fingerprint/test/finger-captures.ts';
import { migratedDatabase } from '../../test/migrated-database.ts';
import { startProxy, type RunningProxy } from '../test/running-proxy.ts';

const PACE_MS = 20;
const MINUTE = 60_000;
const HOST = 'moves.authly.test';
const [ENROLLED, GENUINE] = [captureOf(12, 0), captureOf(12, 1)].map((view) => templateOf(view)) as [
  Uint8Array,
  Uint8Array,
];
/** The cells have one parent domain, and nothing else in common. */
const cellAt = (host: string) => ({
  tls: undefined,
  trustedProxies: ['127.0.0.1'],
  relyingParty: { id: 'authly.test', origins: [`https://${host}`] },
});

interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly replayed: boolean;
}

/** Connects to the proxy, whatever the host of an address. */
function toProxy(proxy: RunningProxy): Agent {
  // The certificate is for localhost.
  const connector = buildConnector({ ca: proxy.ca, checkServerIdentity: () => undefined });
  const at = { hostname: '127.0.0.1', host: `127.0.0.1:${proxy.port}`, port: String(proxy.port) };
  // HAProxy ends idle connections within half a minute, and a move takes longer. Here none is idle.
  return new Agent({ pipelining: 0, connect: (options, done) => connector({ ...options, ...at }, done) });
}

/** A merchant's backend. It creates sessions through the proxy until it is stopped, and takes a new token when one is refused. */
class Merchant implements AsyncDisposable {
  readonly sessions: string[] = [];
  readonly failures: number[] = [];
  token = '';
  readonly #agent: Agent;
  readonly #host: string;
  readonly #client: TestClient;
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(proxy: RunningProxy, host: string, client: TestClient) {
    this.#agent = toProxy(proxy);
    this.#host = host;
    this.#client = client;
  }

  start(): void {
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  create(mode: 'enroll' | 'verify', user: string, key: string = randomUUID()): Promise<Answer> {
    const body = {
      merchant_id: this.#client.merchantId,
      merchant_user_ref: user,
      ...(mode === 'verify' && { payload: { finger: 'RI' } }),
    };
    const path = mode === 'enroll' ? '/v1/enrollment-sessions' : '/v1/verification-sessions';
    return this.#authorized('POST', path, JSON.stringify(body), { 'idempotency-key': key });
  }

  result(sessionId: string, user: string): Promise<Answer> {
    return this.#authorized('GET', `/v1/sessions/${sessionId}/result?merchant_user_ref=${user}`);
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      await setTimeout(PACE_MS);
      const { status, json } = await this.create('enroll', 'load');
      if (status === 201) this.sessions.push(json['session_id'] as string);
      else this.failures.push(status);
    }
  }

  async #authorized(method: 'GET' | 'POST', path: string, body?: string, headers: object = {}): Promise<Answer> {
    const type = { 'content-type': 'application/json' };
    const call = () => this.#call(method, path, body, { ...type, ...headers, authorization: `Bearer ${this.token}` });
    const answer = await call();
    if (answer.status !== 401) return answer;
    const form = new URLSearchParams(credentials(this.#client)).toString();
    const token = await this.#call('POST', '/oauth/token', form, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    if (token.status !== 200) return token;
    this.token = token.json['access_token'] as string;
    return call();
  }

  async #call(method: 'GET' | 'POST', path: string, body: string | undefined, headers: object): Promise<Answer> {
    const answer = await request(`https://${this.#host}${path}`, {
      dispatcher: this.#agent,
      method,
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body }),
    });
    const json = (await answer.body.json()) as Record<string, unknown>;
    return { status: answer.statusCode, json, replayed: answer.headers['idempotent-replayed'] === 'true' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#agent.destroy();
  }
}

interface Played {
  readonly mode: 'enroll' | 'verify';
  readonly user: string;
  readonly record: Uint8Array;
  readonly phone?: TestDevice;
  readonly origin?: string;
  readonly key?: string;
}

/** A whole session: page and app are those of the cell. Returns its id and its result. */
async function play(cell: TestService, shop: Merchant, { mode, user, record, phone, origin, key }: Played) {
  const { json } = await shop.create(mode, user, key);
  const page = new PageSide(cell, json as { session_id: string; popup_url: string });
  await page.opened();
  const app = await page.join();
  const sealed = await app.sealed(captured(record));
  const challenge = Buffer.from(await deviceChallenge(app.joined, sealed)).toString('base64url');
  const device = phone && mode === 'verify' ? phone.sign({ challenge, client: { origin } }) : undefined;
  await app.callback({ ...sealed, ...(device && { device }) });
  return { id: page.sessionId, result: (await shop.result(page.sessionId, user)).json };
}

const ringOf = ({ service, config: { masterKey: master, environment }, clock }: TestService): KeyRing =>
  new KeyRing({ source: service.store.keys, master, environment, clock });

it('a merchant moves to a cell that shares nothing, under load, with its bound and unbound users', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-cells-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const map = join(folder, 'cells.map');
  const place = (cell: string): void => writeFileSync(map, `${HOST} ${cell}\n`);
  const first = await TestService.start({ config: cellAt('c1.authly.test') });
  cleanup.defer(() => first.stop());
  const database = await migratedDatabase();
  cleanup.defer(() => database.drop());
  const second = await TestService.start({
    databaseUrl: database.url,
    clock: new TestClock(first.clock.now()),
    config: cellAt('c2.authly.test'),
  });
  cleanup.defer(() => second.stop());
  place('authly');
  const [{ api: port, ops: opsPort }, { api, ops }] = [first.service.ports, second.service.ports];
  const proxy = cleanup.use(
    await startProxy(
      'haproxy.cfg',
      { port, opsPort },
      {
        '#use_backend': 'use_backend',
        '/etc/haproxy/cells.map': map,
        '#backend cell2': 'backend cell2',
        '#    server cell2-1 192.0.2.20:8443 port 9464': `    server cell2-1 127.0.0.1:${api} port ${ops}`,
        '#backend moving': 'backend moving',
      },
    ),
  );
  const merchantOf = async (host: string): Promise<SdkMerchant> => {
    const agent = toProxy(proxy);
    const throughProxy = ((url: string, init: object) =>
      fetch(url, { ...init, dispatcher: agent })) as unknown as typeof globalThis.fetch;
    const settings = { deviceBinding: 'offered' as const };
    const made = await SdkMerchant.start(first, settings, { baseUrl: `https://${host}`, fetch: throughProxy });
    cleanup.defer(() => agent.destroy());
    cleanup.defer(() => made.stop());
    return made;
  };
  const [moving, staying] = [await merchantOf(HOST), await merchantOf('authly.test')];
  const { merchantId: id } = moving.calls;
  const events: string[] = [];
  const receiver = await LoopbackServer.https(({ body }, response) => {
    events.push((JSON.parse(body.toString()) as { data: { session_id: string } }).data.session_id);
    response.writeHead(204).end();
  });
  cleanup.defer(() => receiver.close());
  await first.addWebhook(id, { url: receiver.url, ca: receiver.ca });
  const moves = cleanup.use(new Merchant(proxy, HOST, moving.calls.client));
  const stays = cleanup.use(new Merchant(proxy, 'authly.test', staying.calls.client));
  const phone = new TestDevice();
  const key = randomUUID();
  const enroll = { mode: 'enroll', user: 'unbound', record: ENROLLED } as const;
  const enrolled = await play(first, moves, { ...enroll, key });
  expect(enrolled.result).toMatchObject({ status: 'succeeded', result: { device: 'unbound' } });
  const bound = await play(first, moves, { ...enroll, user: 'bound', record: phone.bind(ENROLLED) });
  expect(bound.result).toMatchObject({ status: 'succeeded', result: { device: 'bound' } });
  await play(first, stays, enroll);
  moves.start();
  stays.start();
  await expect.poll(() => Math.min(moves.sessions.length, stays.sessions.length)).toBeGreaterThan(5);

  place('moving');
  proxy.reload();
  await expect.poll(() => moves.failures.length).toBeGreaterThan(0);
  const before = moves.sessions.length;
  const oldToken = moves.token;
  const file = join(folder, 'merchant.authly');
  await keyAction(['merchant suspend', { merchant_id: id }], first);
  await keyAction(['webhook pause', { merchant_id: id }], first);
  const isOpen = async () =>
    (await first.service.store.sessions.list({ merchantId: id, status: 'created', limit: 1 })).length > 0;
  // The sessions that are open expire.
  first.clock.move(11 * MINUTE);
  second.clock.move(11 * MINUTE);
  await expect.poll(async () => (first.clock.move(1000), isOpen())).toBe(false);
  const { public_key: to } = await keyAction<{ public_key: string }>(['cell key', {}], second);
  await keyAction(['merchant export', { merchant_id: id, to, output: file }], first);
  await keyAction(['merchant import', { file }], second);
  await keyAction(['merchant set', { merchant_id: id, movedTo: 'https://c2.authly.test' }], first);
  await keyAction(['merchant resume', { merchant_id: id }], second);
  await keyAction(['webhook resume', { merchant_id: id }], second);
  place('cell2');
  proxy.reload();
  await expect.poll(() => moves.sessions.length).toBeGreaterThan(before + 5);
  await Promise.all([moves.stop(), stays.stop()]);

  // Nobody who stays has noticed.
  expect(stays.failures).toEqual([]);
  expect(new Set(moves.failures)).toEqual(new Set([503]));
  for (const session of moves.sessions) expect((await moves.result(session, 'load')).status).toBe(200);
  expect(await second.service.store.sessions.find(moves.sessions.at(-1)!)).toBeDefined();
  expect(await first.service.store.sessions.find(moves.sessions.at(-1)!)).toBeUndefined();

  // Results and replays of the old cell.
  expect((await moves.result(enrolled.id, 'unbound')).json).toMatchObject(enrolled.result);
  expect(await moves.create('enroll', 'unbound', key)).toMatchObject({
    status: 201,
    json: { session_id: enrolled.id },
    replayed: true,
  });

  // Both kinds of users, by a finger that was enrolled in the old cell.
  const verify = { mode: 'verify', record: GENUINE, origin: 'https://c2.authly.test' } as const;
  for (const [user, device] of [
    ['unbound', 'unbound'],
    ['bound', 'bound'],
  ] as const)
    expect((await play(second, moves, { ...verify, user, ...(user === 'bound' && { phone }) })).result).toMatchObject({
      result: { matched: true, device },
    });
  expect((await play(second, moves, { ...verify, user: 'bound' })).result).toMatchObject({
    failure_code: 'device_not_recognized',
  });

  // Tokens and signatures of one cell are not valid in the other.
  const path = `/v1/sessions/${enrolled.id}/result?merchant_user_ref=unbound`;
  expect((await second.get(path, oldToken)).status).toBe(401);
  expect((await first.get(path, moves.token)).status).toBe(401);
  const [one, other] = await Promise.all([ringOf(first).published(), ringOf(second).published()]);
  expect(one.keys.map(({ key_id }) => key_id)).not.toContain(other.keys[0]!.key_id);

  // The events that the old cell had not delivered, and those since.
  const ended = await Promise.all([first, second].map((cell) => endedOf(cell, id)));
  const all = [...new Set(ended.flat())].toSorted();
  await expect.poll(async () => (second.clock.move(2000), [...events].toSorted())).toEqual(all);
  first.clock.move(MINUTE);
  second.clock.move(MINUTE);
  expect([...events].toSorted()).toEqual(all);

  await opensNothingOf(staying, first, second, id);
});

const endedOf = async ({ service: { store } }: TestService, merchantId: string): Promise<string[]> =>
  (await store.sessions.list({ merchantId, limit: 1000 }))
    .filter(({ endedAt }) => endedAt !== null)
    .map((each) => each.id);

/** Tries every sealing key of the new cell on an enrollment of a merchant that stayed. */
async function opensNothingOf(staying: SdkMerchant, first: TestService, second: TestService, moved: string) {
  const stored = JSON.parse(staying.bodies[0]!.toString()) as {
    payload: { finger: string; features: string; enc_key: string };
  };
  const { finger, features, enc_key } = stored.payload;
  const encKey = readAcceptedEncKey(enc_key)!;
  const user = { merchantId: staying.calls.merchantId, merchantUserRef: 'unbound' };
  const context = (await ringOf(first).captureKey(encKey.keyId, sessionIn('app_launched', user), 'enroll'))!.context;
  const opened = async (cell: TestService, keyId: string, merchantId: string) => {
    const key = await ringOf(cell).captureKey(keyId, sessionIn('app_launched', { ...user, merchantId }), 'enroll');
    return key && fingerprint.open({ payload: { finger }, features, encKey, ...key, context });
  };
  expect(await opened(first, encKey.keyId, user.merchantId)).toBeDefined();
  const { keys } = second.service.store;
  const ids = [...(await keys.list('capture-sealing')), ...(await keys.ofMerchant(moved))].map(({ id }) => id);
  expect(ids).toContain(encKey.keyId);
  for (const id of ids)
    for (const merchantId of [moved, user.merchantId]) expect(await opened(second, id, merchantId)).toBeUndefined();
}
