import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driveTo } from '../../../apps/service/test/drive-session.ts';
import { type TestClient, TestService } from '../../../apps/service/test/running-service.ts';
import { createFakeService } from '../src/testing/index.ts';

interface Target {
  readonly fetch: typeof fetch;
  readonly baseUrl: string;
  readonly client: Pick<TestClient, 'merchantId' | 'clientId' | 'clientSecret'>;
  token: string;
}
let service: TestService;
let agent: Agent;
let targets: Target[];
let drive: readonly ((id: string, status: 'opened' | 'succeeded') => Promise<unknown> | void)[];

beforeAll(async () => {
  service = await TestService.start();
  agent = new Agent({ connect: { ca: service.ca } });
  const fetchFn = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher: agent })) as unknown as typeof fetch;
  const fake = await createFakeService();
  targets = [
    { fetch: fetchFn, baseUrl: service.origin, client: await service.addMerchant(), token: '' },
    { fetch: fake.fetch, baseUrl: fake.baseUrl, client: fake, token: '' },
  ];
  drive = [
    (id, status) => driveTo(status, id, { store: service.service.store, now: service.clock.now() }),
    (id, status) => fake.move(id, { status }),
  ];
  for (const target of targets)
    target.token = String((await answer(target, '/oauth/token', form())).body['access_token']);
});
afterAll(async () => {
  await agent.close();
  await service.stop();
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** `MERCHANT`, `CLIENT` and `SECRET` stand for those of the target. */
async function answer(
  { fetch, baseUrl, client, token }: Target,
  path: string,
  { method = 'POST', headers, body }: Sent,
) {
  const text = (typeof body === 'string' ? body : JSON.stringify(body))
    ?.replaceAll('MERCHANT', client.merchantId)
    .replaceAll('CLIENT', client.clientId)
    .replaceAll('SECRET', client.clientSecret);
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(text !== undefined && { body: text }),
  };
  const response = await fetch(baseUrl + path, init);
  const json = (await response.json()) as Record<string, unknown> & { error?: { code: string } };
  return { status: response.status, code: json.error?.code, param: response.headers.get('authly-param'), body: json };
}

const form = (fields: Record<string, string | undefined> = {}): Sent => {
  const given = { grant_type: 'client_credentials', client_id: 'CLIENT', client_secret: 'SECRET', ...fields };
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    headers: { authorization: '', 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(pairs)),
  };
};

async function same(call: (target: Target, which: number) => ReturnType<typeof answer>): Promise<void> {
  const [real, fake] = await Promise.all(
    targets.map(async (target, which) => {
      const { status, code, param } = await call(target, which);
      return { status, code, param };
    }),
  );
  expect(fake).toEqual(real);
}

const user = { merchant_id: 'MERCHANT', merchant_user_ref: 'user-1' };

describe('the fake service answers as the real one', () => {
  test.each<object>([
    ...[{}, { merchant_id: undefined }, { merchant_id: 7 }, { merchant_id: 'm'.repeat(129) }, { merchant_id: 'mch_x' }],
    ...['', 'u'.repeat(256), 'u'.repeat(257), '😀'.repeat(256), '😀'.repeat(257), 7, null, undefined].map((ref) => ({
      merchant_user_ref: ref,
    })),
    ...['kim@shop.example', '+821012345678', '010-1234-5678', '900101-1234567', 'a\0b'].map((ref) => ({
      merchant_user_ref: ref,
    })),
    ...['http://shop.example', 'shop.example', '', `https://shop.example/${'x'.repeat(2048)}`, 7].map((return_url) => ({
      return_url,
    })),
    ...['', 'x'.repeat(17), 'xx', 7].map((locale) => ({ locale })),
    ...['', 'x'.repeat(201), 'x'.repeat(200), '1\n2\n3\n4\n5', 'Pay\u0007', 9.5, null].map((display_text) => ({
      display_text,
    })),
    ...['', 'iris', 'x'.repeat(33), 'toString', 7, null].map((type) => ({ type })),
    ...[{}, [], 'x', null, { enc_key: 1 }, { a: 'x'.repeat(5000) }, { a: 2 ** 53 }].map((metadata) => ({ metadata })),
    ...['enrolled', 'matched', 'canceled', 'finger_mismatch', 'nonsense', 7].map((outcome) => ({
      metadata: { sandbox_outcome: outcome },
    })),
    ...[{}, [], 'RI', null, { finger: 'XX' }, { finger: 'ri' }, { finger: 1 }, { finger: 'RM' }].map((payload) => ({
      payload,
    })),
    { merchant_user_ref: 'kim@shop.example', locale: 'x'.repeat(17) },
    { type: 'iris', merchant_id: 'mch_x' },
    { unknown: 1 },
  ])('to a creation with %j', async (fields) => {
    for (const path of ['/v1/enrollment-sessions', '/v1/verification-sessions'])
      await same((target) => answer(target, path, { body: { ...user, payload: { finger: 'RI' }, ...fields } }));
  });

  test.each<Sent>([
    { body: '{"merchant_id":' },
    { body: '[]' },
    { body: 'null' },
    { body: user, headers: { 'content-type': 'text/plain' } },
    { body: user, headers: { authorization: 'Bearer nonsense' } },
    { body: user, headers: { 'idempotency-key': 'a b' } },
    { body: user, headers: { 'idempotency-key': 'x'.repeat(256) } },
    { body: user, headers: { 'idempotency-key': 'x'.repeat(255) } },
  ])('to a creation sent as %j', (sent) => same((target) => answer(target, '/v1/enrollment-sessions', sent)));

  test.each([
    {},
    { grant_type: undefined },
    { grant_type: 'password' },
    { client_secret: 'wrong' },
    { client_id: undefined },
    { scope: '' },
    { scope: 'result:read' },
    { scope: 'everything' },
  ])('to a token request with %j', (fields) => same((target) => answer(target, '/oauth/token', form(fields))));

  test.each<[status: 'created' | 'opened' | 'succeeded', fields: object]>([
    ['created', {}],
    ['opened', {}],
    ['opened', { reason: 'x'.repeat(128) }],
    ['opened', { reason: 'x'.repeat(129) }],
    ['opened', { reason: 7 }],
    ['opened', { merchant_user_ref: 'user-2' }],
    ['opened', { merchant_user_ref: '' }],
    ['opened', { merchant_id: 'mch_x' }],
    ['succeeded', {}],
  ])('to the cancel of a session that is %s, with %j', (status, fields) =>
    same(async (target, which) => {
      const { body } = await answer(target, '/v1/enrollment-sessions', { body: user });
      if (status !== 'created') await drive[which]!(String(body['session_id']), status);
      return answer(target, `/v1/sessions/${String(body['session_id'])}/cancel`, { body: { ...user, ...fields } });
    }),
  );

  test.each([
    'merchant_user_ref=user-1',
    'merchant_user_ref=user-1&wait=0',
    'merchant_user_ref=user-1&wait=26',
    'merchant_user_ref=user-1&wait=01',
    'merchant_user_ref=user-1&wait=soon',
    'merchant_user_ref=user-1&wait=',
    'merchant_user_ref=user-2',
    'merchant_user_ref=',
    '',
  ])('to a read of the result with %s', (query) =>
    same(async (target) => {
      const { body } = await answer(target, '/v1/enrollment-sessions', { body: user });
      return answer(target, `/v1/sessions/${String(body['session_id'])}/result?${query}`, { method: 'GET' });
    }),
  );
});
