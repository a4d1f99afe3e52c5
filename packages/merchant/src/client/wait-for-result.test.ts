import type { ResultResponse } from '@authly/contract/operations/read-result';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AuthlyClient,
  type AuthlyClientOptions,
  AuthlyError,
  createAuthlyClient,
  type WaitOptions,
} from '../index.ts';
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
let session: string;
/** 15 s + 30 s × (1 + 5): the longest processing time that an operator can set. */
const LONGEST_PROCESSING_MS = 195_000;
const looks: { wait: number; at: number }[] = [];

/** Like the service's long poll: without news it answers after the wait. */
const longPolling: typeof fetch = (input, init) => {
  const url = new URL(new Request(input, init).url);
  const wait = Number(url.searchParams.get('wait') ?? 0);
  if (url.pathname.endsWith('/result')) {
    looks.push({ wait, at: clock.now() });
    clock.advance(wait * 1000);
  }
  return service.fetch(input, init);
};
const clientWith = (options: Partial<AuthlyClientOptions> = {}): AuthlyClient =>
  createAuthlyClient({ ...service, clock, fetch: longPolling, ...options });

beforeEach(async () => {
  looks.length = 0;
  clock = createVirtualClock();
  service = await createFakeService({ clock });
  client = clientWith();
  session = (await client.createVerification({ merchant_user_ref: 'user-1', payload: { finger: 'RI' } })).session_id;
});

const wait = (options = {}) => client.waitForResult(session, 'user-1', options);

test.each(['succeeded', 'failed', 'expired', 'canceled'] as const)(
  '%s is final: one lookup is enough',
  async (status) => {
    service.move(session, status === 'failed' ? { status, failure_code: 'capture_failed' } : { status });
    expect((await wait()).status).toBe(status);
    expect(looks).toHaveLength(1);
  },
);

test('follows the session and reports each result', async () => {
  const seen: string[] = [];
  const steps = ['opened', 'app_launched', 'processing'] as const;
  const onStatus = ({ status }: ResultResponse) => {
    seen.push(status);
    service.move(
      session,
      seen.length <= steps.length ? { status: steps[seen.length - 1]! } : { status: 'succeeded', matched: true },
    );
  };
  expect(await wait({ onStatus })).toMatchObject({ status: 'succeeded', result: { matched: true } });
  expect(seen).toEqual(['created', 'opened', 'app_launched', 'processing', 'succeeded']);
  expect(looks.every(({ wait }) => wait === 25)).toBe(true);
});

test('an unopened session ends as expired', async () => {
  expect(await wait()).toMatchObject({ status: 'expired', failure_code: 'session_expired' });
  expect(looks.length).toBeLessThan(30);
});

test('reads a session in processing one last time after expires_at and its tail', async () => {
  service.move(session, { status: 'processing' });
  const result = await wait();
  expect(result.status).toBe('processing');
  const [lastButOne, last] = looks.slice(-2);
  const end = Date.parse(result.expires_at) + LONGEST_PROCESSING_MS;
  expect(lastButOne!.at).toBeLessThan(end);
  expect(last).toMatchObject({ wait: 0 });
  expect(last!.at - end).toBeLessThan(4_000);
});

test('finds an outcome up to the longest processing time after expires_at', async () => {
  service.move(session, { status: 'processing' });
  const onStatus = ({ expires_at }: ResultResponse) => {
    if (clock.now() > Date.parse(expires_at) + LONGEST_PROCESSING_MS - 30_000)
      service.move(session, { status: 'succeeded', matched: true });
  };
  expect((await wait({ onStatus })).status).toBe('succeeded');
});

test('polls every 3 seconds if the service ignores the wait', async () => {
  const before = service.requests.length;
  await clientWith({ fetch: service.fetch }).waitForResult(session, 'user-1');
  expect(service.requests.length - before).toBeLessThanOrEqual(600 / 3 + 5);
});

describe.each([
  ['13 minutes behind', -13],
  ['5 minutes ahead', 5],
  ['13 minutes ahead', 13],
])('on a server whose clock is %s', (_, minutes) => {
  const waitThere = (options: WaitOptions = {}) => {
    const wrong = { ...clock, now: () => clock.now() + minutes * 60_000 };
    return clientWith({ clock: wrong }).waitForResult(session, 'user-1', options);
  };

  test('an unopened session ends as expired', async () => {
    expect((await waitThere({ tailMs: 0 })).status).toBe('expired');
  });

  test('a capture at the last moment gets its processing time', async () => {
    const processed = clock.now() + 560_000;
    const onStatus = () => {
      if (clock.now() > processed) service.move(session, { status: 'processing' });
      if (clock.now() > processed + LONGEST_PROCESSING_MS - 30_000)
        service.move(session, { status: 'succeeded', matched: true });
    };
    service.move(session, { status: 'opened' });
    expect((await waitThere({ onStatus })).status).toBe('succeeded');
  });
});

describe('trouble', () => {
  test('a clock that is set back by a day does not stop the reads', async () => {
    const onStatus = () => {
      if (looks.length === 2) clock.advance(-86_400_000);
      if (looks.length === 3) service.move(session, { status: 'succeeded', matched: true });
    };
    await wait({ onStatus });
    expect(looks[2]!.at).toBeLessThan(looks[1]!.at);
  });

  test('waits for a long Retry-After, but not beyond the end', async () => {
    const refuseNext = (retryAfter: string) => () =>
      service.answerNext(errorAnswer('rate_limited', { 'retry-after': retryAfter }));
    const refuses = [refuseNext('120'), refuseNext('999999999')];
    expect((await wait({ onStatus: () => refuses.shift()?.() })).status).toBe('expired');
    const [first, second, third, fourth = 0, ...more] = looks.slice(1).map(({ at }, i) => at - looks[i]!.at);
    expect([first, second, third, more]).toEqual([25_000, 145_000, 25_000, []]);
    expect(fourth).toBeLessThan(2_000_000);
  });

  test.each(['opened', 'a_state_of_the_future'])('%s forever does not make the wait endless', async (status) => {
    const odd = Response.json({ session_id: session, status, result: null, expires_at: 'soon' });
    const stuck: typeof fetch = async (input, init) => {
      const answer = await longPolling(input, init);
      return new Request(input, init).url.includes('/result') ? odd.clone() : answer;
    };
    const began = clock.now();
    expect((await clientWith({ fetch: stuck }).waitForResult(session, 'user-1')).status).toBe(status);
    expect(clock.now() - began).toBeLessThan(2_100_000);
  });

  test('continues after an outage', async () => {
    let looked = 0;
    const onStatus = () => {
      looked++;
      if (looked === 1) for (let i = 0; i < 4; i++) service.answerNext(new TypeError('fetch failed'));
      if (looked === 3) service.move(session, { status: 'succeeded', matched: true });
    };
    expect((await wait({ onStatus })).status).toBe('succeeded');
  });

  test('stops at a refusal', async () => {
    service.answerNext(errorAnswer('merchant_user_ref_mismatch'));
    await expect(wait()).rejects.toMatchObject({ code: 'merchant_user_ref_mismatch' });
  });

  test.each(['unavailable', 'rate_limited'] as const)('continues if the first read is %s', async (code) => {
    for (let i = 0; i < 4; i++) service.answerNext(errorAnswer(code));
    service.move(session, { status: 'succeeded', matched: true });
    expect((await wait()).status).toBe('succeeded');
  });

  test('throws if the service never answers a read otherwise', async () => {
    const busy: typeof fetch = async (input, init) =>
      new Request(input, init).url.includes('/result') ? errorAnswer('unavailable') : service.fetch(input, init);
    const began = clock.now();
    await expect(clientWith({ fetch: busy }).waitForResult(session, 'user-1')).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(clock.now() - began).toBeGreaterThan(1_800_000);
  });

  test.each([
    ['network_error', () => new TypeError('fetch failed')],
    ['invalid_response', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('throws if the first read ends in %s: the address may be wrong', async (code, answer) => {
    for (let i = 0; i < 3; i++) service.answerNext(answer());
    await expect(wait()).rejects.toMatchObject({ code });
  });

  test('an abort ends the wait, with the reason as cause', async () => {
    const controller = new AbortController();
    const reason = new Error('the person left');
    const onStatus = () => controller.abort(reason);
    const error: unknown = await wait({ signal: controller.signal, onStatus }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AuthlyError);
    expect(error).toMatchObject({ code: 'aborted', cause: reason });
  });
});
