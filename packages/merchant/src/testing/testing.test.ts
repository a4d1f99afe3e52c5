import { expect, test } from 'vitest';
import { createAuthlyClient, verifyWebhook } from '../index.ts';
import { createFakeService, createVirtualClock, signWebhook } from './index.ts';

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

test('the fake service knows its own sessions only, and they expire', async () => {
  const clock = createVirtualClock();
  const service = await createFakeService({ clock });
  const client = createAuthlyClient({ ...service, clock });
  const { session_id, expires_at } = await client.createVerification({
    merchant_user_ref: 'user-1',
    payload: { finger: 'LI' },
  });
  await expect(client.result('ses_unknown', 'user-1')).rejects.toMatchObject({ code: 'session_not_found' });
  clock.advance(Date.parse(expires_at) - clock.now());
  expect(await client.result(session_id, 'user-1')).toMatchObject({
    status: 'expired',
    failure_code: 'session_expired',
    result: null,
  });
  expect(() => service.move('ses_unknown', { status: 'opened' })).toThrow('No session ses_unknown');
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
