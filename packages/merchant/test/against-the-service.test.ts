import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driveTo } from '../../../apps/service/test/drive-session.ts';
import { type TestClient, TestService } from '../../../apps/service/test/running-service.ts';
import { type AuthlyClient, type Clock, createAuthlyClient, createSigningKeys, isMatch } from '../src/index.ts';

/** The client with the real service over TLS. The fake service must behave like it. */
let service: TestService;
let agent: Agent;
let merchant: TestClient;
let client: AuthlyClient;

beforeAll(async () => {
  service = await TestService.start();
  agent = new Agent({ connect: { ca: service.ca } });
  merchant = await service.addMerchant();
  client = clientFor(merchant);
});
afterAll(async () => {
  await agent.close();
  await service.stop();
});

const fetchFn = ((url: string, init: object) =>
  undiciFetch(url, { ...init, dispatcher: agent })) as unknown as typeof fetch;
const clock: Clock = { now: () => service.clock.now(), sleep: async (ms) => service.clock.move(ms) };
const clientFor = (credentials: TestClient) =>
  createAuthlyClient({ ...credentials, baseUrl: service.origin, fetch: fetchFn, clock });
const drive = (
  status: Parameters<typeof driveTo>[0],
  sessionId: string,
  outcome?: { matched: boolean | null; payload: { finger: 'RI' } },
) =>
  driveTo(status, sessionId, { store: service.service.store, now: service.clock.now(), ...(outcome && { outcome }) });

const VERIFY = { merchant_user_ref: 'user-1', payload: { finger: 'RI' } } as const;

test('a verification from creation to a match', async () => {
  const session = await client.createVerification({
    ...VERIFY,
    return_url: 'https://shop.example/pay',
    locale: 'ko-KR',
    metadata: { order: 7 },
  });
  expect(session).toMatchObject({ mode: 'verify', status: 'created', verification_session_id: session.session_id });
  await drive('succeeded', session.session_id, { matched: true, payload: { finger: 'RI' } });
  expect(isMatch(await client.waitForResult(session.session_id, 'user-1'))).toBe(true);
});

test('waitForResult returns a change while its long poll is open', async () => {
  const { session_id } = await client.createVerification(VERIFY);
  const waiting = client.waitForResult(session_id, 'user-1');
  // The first read returns at once. The second waits for a change.
  await expect.poll(() => service.open('long_polls')).toBe(1);
  await drive('failed', session_id);
  expect(await waiting).toMatchObject({ status: 'failed', failure_code: 'provider_timeout', result: null });
});

test('an unopened session ends as expired', async () => {
  const { session_id } = await client.createVerification(VERIFY);
  const idle = service.waiting;
  // Advances the clock past the wait of an open long poll.
  const passing = setInterval(() => service.clock.waiting > idle && service.clock.move(25_000), 1);
  const result = await client.waitForResult(session_id, 'user-1').finally(() => clearInterval(passing));
  expect(result).toMatchObject({ status: 'expired', failure_code: 'session_expired' });
});

test('calls continue across a token renewal', async () => {
  for (let minute = 0; minute < 25; minute++) {
    service.clock.move(60_000);
    expect((await client.createEnrollment({ merchant_user_ref: 'user-1' })).status).toBe('created');
  }
});

test('finds the published signing keys by id', async () => {
  const keys = createSigningKeys({ baseUrl: service.origin, fetch: fetchFn, clock });
  const { keys: published } = (await service.get('/v1/signing-keys')).json as { keys: { key_id: string }[] };
  expect(published.length).toBeGreaterThan(0);
  for (const { key_id } of published) expect(await keys.find(key_id)).toBeDefined();
  expect(await keys.find('unknown')).toBeUndefined();
});
