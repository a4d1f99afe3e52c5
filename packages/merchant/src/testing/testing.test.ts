import { expect, test } from 'vitest';
import { createAuthlyClient, createBioApi, memoryEnrollments, memoryNonces, verifyWebhook } from '../index.ts';
import {
  createFakeService,
  createVirtualClock,
  sampleLookup,
  sampleStore,
  signBioRequest,
  signWebhook,
} from './index.ts';

test('the fake service listens on a port', async () => {
  const service = await createFakeService();
  const { baseUrl, close } = await service.listen();
  const { clientId, clientSecret, merchantId } = service;
  const client = createAuthlyClient({ baseUrl, clientId, clientSecret, merchantId });
  const { session_id } = await client.createEnrollment({ merchant_user_ref: 'user-1' });
  service.move(session_id, { status: 'failed', failure_code: 'user_declined' });
  expect(await client.waitForResult(session_id, 'user-1')).toMatchObject({
    status: 'failed',
    failure_code: 'user_declined',
    result: null,
  });
  expect(await (await fetch(`${baseUrl}/v1/signing-keys`)).json()).toEqual({
    keys: [service.keys.active.published('active')],
  });
  await close();
});

test('a merchant follows a scheduled and an emergency rotation', async () => {
  const clock = createVirtualClock();
  const service = await createFakeService({ clock });
  const { merchantId, baseUrl, fetch } = service;
  const bioApi = createBioApi({
    merchantId,
    baseUrl,
    fetch,
    clock,
    store: memoryEnrollments(),
    nonces: memoryNonces({ clock }),
  });
  const send = async (key = service.keys.active) => {
    const call = {
      key,
      merchantId,
      now: clock.now(),
      url: 'https://shop.example/bio/enrollments',
      body: sampleStore(),
    };
    return (await bioApi(await signBioRequest(call))).status;
  };
  expect(await send()).toBe(200);
  clock.advance(3_600_000);
  const old = await service.keys.rotate();
  expect([await send(), await send(old)]).toEqual([200, 200]);
  // Seven days later the old key is removed.
  clock.advance(7 * 86_400_000);
  service.keys.remove(old.keyId);
  expect([await send(), await send(old)]).toEqual([200, 401]);
  // A leak: the key is removed at once, and the merchant learns it with the first call of the new key.
  clock.advance(60_000);
  const suspect = await service.keys.rotate();
  service.keys.remove(suspect.keyId);
  expect([await send(), await send(suspect)]).toEqual([200, 401]);
});

test('the fake service applies the session rules', async () => {
  const clock = createVirtualClock();
  const service = await createFakeService({ clock });
  const client = createAuthlyClient({ ...service, clock });
  const refused = { code: 'invalid_request' };
  for (const fields of [
    { merchant_user_ref: '' },
    { merchant_user_ref: 'kim@shop.example' },
    { merchant_user_ref: 'user-1', return_url: 'http://shop.example/' },
    { merchant_user_ref: 'user-1', metadata: { enc_key: 'x' } },
  ])
    await expect(client.createEnrollment(fields)).rejects.toMatchObject(refused);
  const { session_id, expires_at } = await client.createVerification({
    merchant_user_ref: 'user-1',
    payload: { finger: 'LI' },
  });
  await expect(client.result(session_id, 'user-2')).rejects.toMatchObject({ code: 'merchant_user_ref_mismatch' });
  await expect(client.result('ses_unknown', 'user-1')).rejects.toMatchObject({ code: 'session_not_found' });
  clock.advance(Date.parse(expires_at) - clock.now());
  expect(await client.result(session_id, 'user-1')).toMatchObject({
    status: 'expired',
    failure_code: 'session_expired',
    result: null,
  });
  expect(() => service.move('ses_unknown', { status: 'opened' })).toThrow('No session ses_unknown');
});

test('the fake service refuses an unknown type and a payload of another type', async () => {
  const client = createAuthlyClient(await createFakeService());
  const creating = (fields: object) => client.createVerification({ merchant_user_ref: 'user-1', ...fields } as never);
  await expect(creating({ type: 'iris', payload: { finger: 'RI', eye: 'L' } })).rejects.toMatchObject({
    code: 'unsupported_bio_type',
  });
  for (const payload of [undefined, null, {}, { finger: 'XX' }, { finger: 1 }])
    await expect(creating({ payload })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the fake service replays by Idempotency-Key only', async () => {
  const service = await createFakeService();
  const { baseUrl, clientId, clientSecret, merchantId } = service;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const token = await service.fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: form });
  const { access_token } = (await token.json()) as { access_token: string };
  const create = async (userRef: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await service.fetch(`${baseUrl}/v1/enrollment-sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ merchant_id: merchantId, merchant_user_ref: userRef }),
    });
    const { session_id, error } = (await answer.json()) as { session_id: string; error?: { code: string } };
    return error?.code ?? session_id;
  };
  const keyless = await create('user-1');
  const named = await create('user-2', { 'idempotency-key': 'null' });
  expect(named).toMatch(/^ses_/);
  expect(await create('user-1')).not.toBe(keyless);
  expect(await create('user-2', { 'idempotency-key': 'null' })).toBe(named);
  expect(await create('user-3', { 'idempotency-key': 'null' })).toBe('idempotency_conflict');
});

test('a move out of a final state is refused, by time too', async () => {
  const clock = createVirtualClock();
  const service = await createFakeService({ clock });
  const client = createAuthlyClient({ ...service, clock });
  const [one, two] = [
    await client.createEnrollment({ merchant_user_ref: 'user-1' }),
    await client.createEnrollment({ merchant_user_ref: 'user-1' }),
  ];
  service.move(one.session_id, { status: 'succeeded' });
  expect(() => service.move(one.session_id, { status: 'canceled' })).toThrow('has ended: it is succeeded');
  clock.advance(600_000);
  expect(() => service.move(two.session_id, { status: 'succeeded' })).toThrow('has ended: it is expired');
});

test('a webhook that signWebhook signs is verified', async () => {
  const secret = 'whsec_c2VjcmV0IG9mIGEgdGVzdA==';
  const event = { type: 'webhook.test', timestamp: '2026-01-31T09:15:00.000Z', data: {} } as const;
  const { body, headers } = await signWebhook(event, { secret });
  expect(await verifyWebhook(body, headers, { secret })).toEqual(event);
});

test('samples are valid and unique', () => {
  const [one, two] = [sampleStore(), sampleStore()];
  expect(one.payload.features).not.toBe(two.payload.features);
  expect(one.enrollment_session_id).not.toBe(two.enrollment_session_id);
  expect(sampleLookup({ merchant_user_ref: 'u' }).merchant_user_ref).toBe('u');
});
