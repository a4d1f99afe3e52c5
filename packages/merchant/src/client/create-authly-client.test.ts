import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthlyClient, AuthlyError, createAuthlyClient } from '../index.ts';
import {
  createFakeService,
  createVirtualClock,
  errorAnswer,
  type FakeService,
  type VirtualClock,
} from '../testing/index.ts';

let service: FakeService;
let clock: VirtualClock;
let client: AuthlyClient;
beforeEach(async () => {
  clock = createVirtualClock();
  service = await createFakeService({ clock });
  client = clientOf({});
});

const clientOf = (change: Partial<Parameters<typeof createAuthlyClient>[0]>): AuthlyClient =>
  createAuthlyClient({ ...service, clock, ...change });

async function failure(call: Promise<unknown>): Promise<AuthlyError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AuthlyError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

function recording(inner: typeof fetch) {
  const sent: { url: string; headers: Headers; body: string; signal: AbortSignal }[] = [];
  const fetchFn: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({
      url: request.url,
      headers: request.headers,
      body: await request.clone().text(),
      signal: request.signal,
    });
    return inner(input, init);
  };
  return { sent, fetch: fetchFn };
}

const USER = { merchant_user_ref: 'user-1' };
const VERIFY = { ...USER, payload: { finger: 'RI' } } as const;

test("cancel sends merchant id, user and reason, and the service's refusal is typed", async () => {
  const { sent, fetch } = recording(service.fetch);
  client = clientOf({ fetch });
  const { session_id } = await client.createEnrollment(USER);
  expect(await failure(client.cancel(session_id, 'user-1'))).toMatchObject({
    code: 'invalid_session_transition',
    status: 409,
  });
  service.move(session_id, { status: 'opened' });
  expect(await client.cancel(session_id, 'user-1', { reason: 'order_withdrawn' })).toEqual({
    session_id,
    status: 'canceled',
  });
  expect(JSON.parse(sent.at(-1)!.body)).toEqual({
    merchant_id: service.merchantId,
    merchant_user_ref: 'user-1',
    reason: 'order_withdrawn',
  });
  expect(await failure(client.cancel(session_id, 'user-1'))).toMatchObject({ code: 'session_finalized' });
});

describe('token', () => {
  const tokenRequests = () => service.requests.filter((line) => line === 'POST /oauth/token').length;

  test('calls share one token and one token request', async () => {
    await Promise.all(Array.from({ length: 10 }, () => client.createEnrollment(USER)));
    await client.createEnrollment(USER);
    expect(tokenRequests()).toBe(1);
  });

  test('renews the token a minute before it expires, while the old one is still used', async () => {
    const { sent, fetch } = recording(service.fetch);
    client = clientOf({ fetch });
    await client.createEnrollment(USER);
    clock.advance(539_999);
    await client.createEnrollment(USER);
    expect(tokenRequests()).toBe(1);
    clock.advance(1);
    await client.createEnrollment(USER);
    expect(tokenRequests()).toBe(2);
    await client.createEnrollment(USER);
    const bearers = sent.filter(({ url }) => url.includes('/v1/')).map(({ headers }) => headers.get('authorization'));
    expect(bearers[2]).toBe(bearers[0]);
    expect(bearers[3]).not.toBe(bearers[0]);
    expect(tokenRequests()).toBe(2);
  });

  test('a failed early renewal fails no call and is retried', async () => {
    await client.createEnrollment(USER);
    clock.advance(545_000);
    service.answerNext(errorAnswer('invalid_client'));
    await client.createEnrollment(USER);
    await client.createEnrollment(USER);
    expect(tokenRequests()).toBe(3);
  });

  test('retries once with a new token after 401 invalid_token', async () => {
    await client.createEnrollment(USER);
    service.answerNext(errorAnswer('invalid_token'));
    await client.createEnrollment(USER);
    expect(tokenRequests()).toBe(2);
    service.answerNext(errorAnswer('invalid_token'));
    service.answerNext(Response.json({ access_token: 'revoked', token_type: 'Bearer', expires_in: 600, scope: '' }));
    expect(await failure(client.createEnrollment(USER))).toMatchObject({ code: 'invalid_token', status: 401 });
  });

  test('wrong credentials are invalid_client, without a retry, and the secret is in no error', async () => {
    client = clientOf({ clientSecret: 'authly_test_WRONG' });
    const error = await failure(client.createEnrollment(USER));
    expect(error).toMatchObject({ code: 'invalid_client', status: 401 });
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('authly_test_WRONG');
    expect(tokenRequests()).toBe(1);
  });

  test('an aborted call does not abort the shared token request', async () => {
    const controller = new AbortController();
    const [aborted, other] = [
      failure(client.createEnrollment(USER, { signal: controller.signal })),
      client.createEnrollment(USER),
    ];
    controller.abort(new Error('changed my mind'));
    expect(await aborted).toMatchObject({ code: 'aborted' });
    expect((await other).status).toBe('created');
  });

  test('requests fewer scopes on demand', async () => {
    const { sent, fetch } = recording(service.fetch);
    await clientOf({ fetch, scope: ['enrollment:create', 'result:read'] }).createEnrollment(USER);
    expect(new URLSearchParams(sent[0]!.body).get('scope')).toBe('enrollment:create result:read');
  });
});

describe('idempotency', () => {
  test('every create has its own key; a retry keeps key and body, so there is one session', async () => {
    const { sent, fetch } = recording(service.fetch);
    client = clientOf({ fetch });
    await client.createEnrollment(USER);
    // The service did its work, but the answer was lost.
    const losing: typeof globalThis.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (sent.length === 4) throw new TypeError('fetch failed');
      return answer;
    };
    client = clientOf({ fetch: losing });
    const session = await client.createEnrollment({ merchant_user_ref: 'user-2' });
    const creates = sent.filter(({ url }) => url.endsWith('/v1/enrollment-sessions'));
    expect(creates.map(({ body }) => body)).toEqual([creates[0]!.body, creates[1]!.body, creates[1]!.body]);
    const keys = creates.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect((await client.result(session.session_id, 'user-2')).status).toBe('created');
  });

  test.each(['pedido-→1', 'a b', ''])('the key %j is refused before anything is sent', async (idempotencyKey) => {
    const before = service.requests.length;
    expect(await failure(client.createEnrollment(USER, { idempotencyKey }))).toMatchObject({ code: 'invalid_request' });
    expect(service.requests.length).toBe(before);
  });
});

test('a wait that is not a number is invalid_request', async () => {
  expect(await failure(client.result('ses_1', 'user-1', { wait: Number.NaN }))).toMatchObject({
    code: 'invalid_request',
  });
});

describe('retries', () => {
  beforeEach(async () => {
    await client.createEnrollment(USER);
  });

  test('503 and 429 are retried after Retry-After', async () => {
    service.answerNext(errorAnswer('unavailable', { 'retry-after': '7' }));
    service.answerNext(errorAnswer('rate_limited', { 'retry-after': '20' }));
    const before = clock.now();
    await client.createEnrollment(USER);
    expect(clock.now() - before).toBe(27_000);
  });

  test('accepts a Retry-After date, whatever this clock says', async () => {
    const [date, later] = [0, 9_000].map((ms) => new Date(clock.now() - 3_600_000 + ms).toUTCString());
    service.answerNext(errorAnswer('unavailable', { date: date!, 'retry-after': later! }));
    const before = clock.now();
    await client.createEnrollment(USER);
    expect(clock.now() - before).toBe(9_000);
  });

  test('retries a network error twice, then throws it with its cause', async () => {
    const down = new TypeError('fetch failed');
    for (let i = 0; i < 3; i++) service.answerNext(down);
    expect(await failure(client.createVerification(VERIFY))).toMatchObject({ code: 'network_error', cause: down });
  });

  test('a cancel whose answer was lost is not repeated', async () => {
    service.answerNext(new TypeError('fetch failed'));
    const before = service.requests.length;
    expect(await failure(client.cancel('ses_x', 'user-1'))).toMatchObject({ code: 'network_error' });
    expect(service.requests.length - before).toBe(1);
  });

  test('an endless answer is a timeout', async () => {
    const never: typeof fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
    client = clientOf({ fetch: never, timeoutMs: 5, maxRetries: 0 });
    expect(await failure(client.createEnrollment(USER))).toMatchObject({ code: 'timeout' });
  });

  test('an abort ends the wait before a retry', async () => {
    const controller = new AbortController();
    const asleep = Promise.withResolvers<void>();
    service.answerNext(errorAnswer('unavailable', { 'retry-after': '30' }));
    const sleeping = {
      ...clock,
      sleep: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          asleep.resolve();
        }),
    };
    // The first answer starts the wait. This client fetches its own token.
    const waiting = failure(clientOf({ clock: sleeping }).createEnrollment(USER, { signal: controller.signal }));
    await asleep.promise;
    controller.abort();
    expect(await waiting).toMatchObject({ code: 'aborted' });
  });
});

test('the service checks the payload of a type that this version does not know', async () => {
  const palm = { ...USER, type: 'palm', payload: { hand: 'L' } } as never;
  expect(await failure(client.createVerification(palm))).toMatchObject({ code: 'unsupported_bio_type', status: 400 });
});

test("an error carries status, request id and the service's message", async () => {
  const answer = errorAnswer('session_not_found');
  const requestId = answer.headers.get('x-request-id');
  await client.createEnrollment(USER);
  service.answerNext(answer);
  const error = await failure(client.result('ses_unknown', 'user-1'));
  expect(error).toMatchObject({
    name: 'AuthlyError',
    code: 'session_not_found',
    status: 404,
    requestId,
    message: 'The session does not exist or is not accessible.',
  });
});

test('an error names the field and links to the docs', async () => {
  await client.createEnrollment(USER);
  const headers = { 'authly-param': 'payload.finger', link: '</docs/reference/errors#invalid_request>; rel="help"' };
  service.answerNext(errorAnswer('invalid_request', headers));
  expect(await failure(client.createVerification(VERIFY))).toMatchObject({
    param: 'payload.finger',
    docsUrl: `${service.baseUrl}/docs/reference/errors#invalid_request`,
  });
  service.answerNext(errorAnswer('session_not_found', { link: 'nonsense' }));
  expect(await failure(client.result('ses_unknown', 'user-1'))).toMatchObject({ param: undefined, docsUrl: undefined });
});

describe('a warning of the test environment', () => {
  const warning = 'unknown field display_txt';
  const warningFetch: typeof fetch = async (input, init) => {
    const answer = await service.fetch(input, init);
    answer.headers.set('authly-warning', warning);
    return answer;
  };

  test('is reported once for any number of answers', async () => {
    const told: object[] = [];
    client = clientOf({ fetch: warningFetch, onWarning: (report) => told.push(report) });
    for (let i = 0; i < 3; i++) await client.createEnrollment(USER);
    expect(told).toEqual([{ operation: 'issueToken', warning }]);
  });

  test('is logged without a listener and never fails a call', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {
      throw new Error('no log');
    });
    client = clientOf({ fetch: warningFetch });
    expect(await client.createEnrollment(USER)).toMatchObject({ status: 'created' });
    expect(logged.mock.calls).toEqual([['Authly issueToken: unknown field display_txt']]);
    logged.mockRestore();
  });
});

test.each([
  [
    'an error whose code is no code',
    () => Response.json({ error: { code: 'No Code!', message: 'm' } }, { status: 418 }),
  ],
  [
    'an error with a code that only this side says',
    () => Response.json({ error: { code: 'aborted' } }, { status: 400 }),
  ],
  ['an error whose code is endless', () => Response.json({ error: { code: 'c'.repeat(65) } }, { status: 418 })],
  ['a success that is no JSON', () => new Response('fine', { status: 201 })],
  ['a success without its fields', () => Response.json({ session_id: 's' }, { status: 201 })],
  ['another success status', () => Response.json({}, { status: 200 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })],
])('%s is invalid_response', async (_, answer) => {
  await client.createEnrollment(USER);
  service.answerNext(answer());
  expect(await failure(client.createEnrollment(USER))).toMatchObject({ code: 'invalid_response' });
});

test('a code that this version does not know keeps code, message, status and request id', async () => {
  await client.createEnrollment(USER);
  const error = { code: 'new_code', message: 'Something new.', request_id: 'r' };
  service.answerNext(Response.json({ error }, { status: 418 }));
  expect(await failure(client.createEnrollment(USER))).toMatchObject({
    code: 'new_code',
    message: 'Something new.',
    status: 418,
    requestId: 'r',
  });
  service.answerNext(Response.json({ error: { ...error, message: 'm'.repeat(10_000) } }, { status: 400 }));
  expect((await failure(client.createEnrollment(USER))).message).toHaveLength(500);
});

test('escapes ids and user refs, so that none changes the path', async () => {
  const { sent, fetch } = recording(service.fetch);
  await failure(clientOf({ fetch }).result('../../oauth/token?x', 'user&wait=1 ü', { wait: 99 }));
  const url = new URL(sent.at(-1)!.url);
  expect(url.pathname).toBe('/v1/sessions/..%2F..%2Foauth%2Ftoken%3Fx/result');
  expect([...url.searchParams]).toEqual([
    ['merchant_user_ref', 'user&wait=1 ü'],
    ['wait', '25'],
  ]);
});

test.each(['', '.', '..', '\ud800'])('"%s" is no session id, and nothing is sent for it', async (id) => {
  expect(await failure(client.result(id, 'user-1'))).toMatchObject({ code: 'session_not_found' });
  expect(await failure(client.cancel(id, 'user-1'))).toMatchObject({ code: 'session_not_found' });
  expect(service.requests).toEqual([]);
});
