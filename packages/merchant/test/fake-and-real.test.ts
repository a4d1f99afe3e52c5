import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const user = { merchant_id: 'MERCHANT', merchant_user_ref: 'user-1' };
const SESSIONS = { enroll: '/v1/enrollment-sessions', verify: '/v1/verification-sessions' } as const;
type Call = (target: Target, which: number) => ReturnType<typeof answer>;

// biome-ignore format: one field a line
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  merchant_id: [undefined, 7, '', 'm'.repeat(129), 'mch_x'],
  merchant_user_ref: ['', 'u'.repeat(256), 'u'.repeat(257), '😀'.repeat(256), '😀'.repeat(257), 7, null, undefined, 'kim@shop.example', '+821012345678', '010-1234-5678', '900101-1234567', 'a\0b'],
  return_url: ['http://shop.example', 'shop.example', '', `https://shop.example/${'x'.repeat(2048)}`, 7, 'https://shop.example'],
  locale: ['', 'x'.repeat(17), 'xx', 7],
  display_text: ['', 'x'.repeat(201), 'x'.repeat(200), '1\n2\n3\n4\n5', 'Pay\u0007', 9.5, null],
  type: ['', 'iris', 'x'.repeat(33), 'toString', 7, null],
  metadata: [{}, [], 'x', null, { enc_key: 1 }, { a: 'x'.repeat(5000) }, { a: 2 ** 53 }, ...['enrolled', 'matched', 'canceled', 'finger_mismatch', 'nonsense', 7].map((sandbox_outcome) => ({ sandbox_outcome }))],
  payload: [undefined, {}, [], 'RI', null, { finger: 'XX' }, { finger: 'ri' }, { finger: 1 }, { finger: 'RM' }],
  unknown: [1],
};
const TWO_FAULTS = [
  { merchant_user_ref: 'kim@shop.example', locale: 'x'.repeat(17) },
  { type: 'iris', merchant_id: 'mch_x' },
];
const CREATIONS = [
  ...Object.entries(VALUES).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  ...TWO_FAULTS,
].flatMap((fields) =>
  Object.values(SESSIONS).map((path): [string, Call] => [
    `${path} with ${JSON.stringify(fields).slice(0, 60)}`,
    (target) => answer(target, path, { body: { ...user, payload: { finger: 'RI' }, ...fields } }),
  ]),
);

const SENT: readonly Sent[] = [
  ...['{"merchant_id":', '[]', 'null'].map((body) => ({ body })),
  ...[
    { 'content-type': 'text/plain' },
    { authorization: 'Bearer nonsense' },
    ...['a b', 'x'.repeat(256), 'x'.repeat(255)].map((key) => ({ 'idempotency-key': key })),
  ].map((headers) => ({ body: user, headers: headers as Record<string, string> })),
];
const FORMS = [
  ...[undefined, 'password', 'client_credentials'].map((grant_type) => ({ grant_type })),
  { client_secret: 'wrong' },
  { client_id: undefined },
  ...['', 'result:read', 'everything'].map((scope) => ({ scope })),
];

/** Of a new session that was driven to this status. */
const ofSession =
  (status: 'created' | 'opened' | 'succeeded', path: string, sent: Sent): Call =>
  async (target, which) => {
    const { body } = await answer(target, SESSIONS.enroll, { body: user });
    const id = String(body['session_id']);
    if (status !== 'created') await drive[which]!(id, status);
    return answer(target, `/v1/sessions/${id}/${path}`, sent);
  };
const REASONS = ['x'.repeat(128), 'x'.repeat(129), 7].map((reason) => ({ reason }));
const STRANGERS = [{ merchant_user_ref: 'user-2' }, { merchant_user_ref: '' }, { merchant_id: 'mch_x' }];
const CANCELS = (['created', 'opened', 'succeeded'] as const).flatMap((status) =>
  [{}, ...REASONS, ...STRANGERS].map((fields): [string, Call] => [
    `a cancel when ${status} with ${JSON.stringify(fields).slice(0, 60)}`,
    ofSession(status, 'cancel', { body: { ...user, ...fields } }),
  ]),
);
const QUERIES = [
  'user-1',
  'user-1&wait=0',
  'user-1&wait=26',
  'user-1&wait=01',
  'user-1&wait=soon',
  'user-1&wait=',
  'user-2',
  '',
];

test.each<[string, Call]>([
  ...CREATIONS,
  ...SENT.map((sent): [string, Call] => [JSON.stringify(sent), (target) => answer(target, SESSIONS.enroll, sent)]),
  ...FORMS.map((fields): [string, Call] => [
    JSON.stringify(fields),
    (target) => answer(target, '/oauth/token', form(fields)),
  ]),
  ...CANCELS,
  ...QUERIES.map((query): [string, Call] => [
    `a result of ${query}`,
    ofSession('created', `result?merchant_user_ref=${query}`, { method: 'GET' }),
  ]),
])('the fake service answers as the real one: %s', async (_, call) => {
  const [real, fake] = await Promise.all(targets.map(call));
  expect([fake!.status, fake!.code, fake!.param]).toEqual([real!.status, real!.code, real!.param]);
});
