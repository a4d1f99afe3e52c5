import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('the same idempotency key returns the same session, popup_url included; another body is idempotency_conflict', async () => {
  const options = { idempotencyKey: 'order-7' };
  const first = await client.createEnrollment({ merchant_user_ref: 'user-1' }, options);
  expect(await client.createEnrollment({ merchant_user_ref: 'user-1' }, options)).toEqual(first);
  await expect(client.createEnrollment({ merchant_user_ref: 'user-2' }, options)).rejects.toMatchObject({
    code: 'idempotency_conflict',
    status: 409,
  });
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

describe('refusals have their codes', () => {
  test('invalid_session_transition, session_finalized, session_not_found, merchant_user_ref_mismatch', async () => {
    const { session_id } = await client.createVerification(VERIFY);
    await expect(client.cancel(session_id, 'user-1')).rejects.toMatchObject({
      code: 'invalid_session_transition',
      status: 409,
    });
    await expect(client.result(session_id, 'user-2')).rejects.toMatchObject({
      code: 'merchant_user_ref_mismatch',
      status: 403,
    });
    await expect(client.result('ses_unknown', 'user-1')).rejects.toMatchObject({
      code: 'session_not_found',
      status: 404,
    });
    await drive('opened', session_id);
    expect(await client.cancel(session_id, 'user-1', { reason: 'order_withdrawn' })).toEqual({
      session_id,
      status: 'canceled',
    });
    await expect(client.cancel(session_id, 'user-1')).rejects.toMatchObject({ code: 'session_finalized', status: 409 });
  });

  test('invalid_request carries a request id', async () => {
    await expect(client.createEnrollment({ merchant_user_ref: 'someone@example.com' })).rejects.toMatchObject({
      code: 'invalid_request',
      requestId: expect.any(String) as string,
    });
  });

  test('invalid_client for a wrong secret; insufficient_scope for a narrower client', async () => {
    await expect(
      clientFor({ ...merchant, clientSecret: 'authly_test_wrong' }).createEnrollment({ merchant_user_ref: 'u' }),
    ).rejects.toMatchObject({ code: 'invalid_client' });
    const reader = clientFor(await service.addClient(merchant.merchantId, ['result:read']));
    await expect(reader.createEnrollment({ merchant_user_ref: 'u' })).rejects.toMatchObject({
      code: 'insufficient_scope',
      status: 403,
    });
  });

  test("merchant_mismatch for another merchant's session", async () => {
    const { session_id } = await client.createVerification(VERIFY);
    const stranger = clientFor(await service.addMerchant());
    await expect(stranger.result(session_id, 'user-1')).rejects.toMatchObject({
      code: 'merchant_mismatch',
      status: 403,
    });
  });
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
