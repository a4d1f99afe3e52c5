import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resumeAuthly } from './start-authly.ts';

const LIFETIME_MS = 600_000;
/** 15 s + 30 s × (1 + 5): the longest processing time that an operator can set. */
const LONGEST_PROCESSING_MS = 195_000;
const PENDING = 'authly.pending';

type Answer = { status: string; failure_code?: string } | 'throw' | 'fail' | 'hold' | null;

let stored: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  stored = new Map();
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that waits for a session after a reload. The test plays its backend by `answer`. */
class Shop {
  answer: Answer = { status: 'opened' };
  outcome: unknown;
  readonly reads: AbortSignal[] = [];
  readonly statuses: string[] = [];
  readonly held: ((answer: { status: string }) => void)[] = [];

  static async waits(lifetimeMs = LIFETIME_MS, signal?: AbortSignal): Promise<Shop> {
    const shop = new Shop();
    const expires_at = new Date(Date.now() + lifetimeMs).toISOString();
    stored.set(PENDING, JSON.stringify({ session_id: 'ses_1', popup_url: 'https://authly.test/hosted/', expires_at }));
    shop.resume(signal);
    await shop.after(0);
    return shop;
  }

  resume(signal?: AbortSignal): void {
    resumeAuthly({
      read: (_id, looked) => this.#read(looked),
      onStatus: ({ status }) => this.statuses.push(status),
      signal,
    })!.then(
      (state) => (this.outcome = state),
      ({ code }: { code: string }) => (this.outcome = code),
    );
  }

  #read(signal: AbortSignal): Promise<{ status: string } | null> {
    this.reads.push(signal);
    if (this.answer === 'throw') throw new Error('at once');
    if (this.answer === 'fail') return Promise.reject(new Error('503'));
    if (this.answer === 'hold') return new Promise((resolve) => this.held.push(resolve));
    return Promise.resolve(this.answer);
  }

  /** The number of reads after this time. */
  async after(ms: number): Promise<number> {
    await vi.advanceTimersByTimeAsync(ms);
    return this.reads.length;
  }

  /** The device slept: the time of day jumps. */
  async sleep(ms: number): Promise<number> {
    vi.setSystemTime(Date.now() + ms);
    return this.after(3000);
  }
}

it('reads every 3 seconds, reports each status once, and stops at a final one', async () => {
  const shop = await Shop.waits();
  expect([await shop.after(2999), await shop.after(1)]).toEqual([1, 2]);
  shop.answer = { status: 'processing' };
  expect(await shop.after(6000)).toBe(4);
  shop.answer = { status: 'succeeded' };
  expect(await shop.after(3000)).toBe(5);
  expect(shop.outcome).toEqual({ status: 'succeeded' });
  dispatchEvent(new Event('focus'));
  expect(await shop.after(60_000)).toBe(5);
  expect(shop.statuses).toEqual(['opened', 'processing', 'succeeded']);
  expect(stored.get(PENDING)).toBeUndefined();
});

it.each(['focus', 'pageshow', 'visibilitychange'])('reads at once on %s', async (event) => {
  const shop = await Shop.waits();
  (event === 'visibilitychange' ? document : globalThis).dispatchEvent(new Event(event));
  expect(await shop.after(0)).toBe(2);
});

it('makes one read at a time, and one more for requests in between', async () => {
  const shop = await Shop.waits();
  shop.answer = 'hold';
  expect(await shop.after(3000)).toBe(2);
  for (let times = 0; times < 3; times++) dispatchEvent(new Event('focus'));
  expect(await shop.after(0)).toBe(2);
  shop.answer = { status: 'opened' };
  shop.held.shift()!({ status: 'opened' });
  expect([await shop.after(1), await shop.after(2000)]).toEqual([3, 3]);
});

it('repeats failed reads: a refusal, an exception, and one without an answer', async () => {
  const shop = await Shop.waits();
  shop.answer = 'fail';
  expect(await shop.after(3000)).toBe(2);
  shop.answer = 'throw';
  expect(await shop.after(3000)).toBe(3);
  shop.answer = 'hold';
  expect(await shop.after(3000)).toBe(4);
  await shop.after(10_000);
  expect(shop.reads.map(({ aborted }) => aborted)).toEqual([false, false, false, true]);
  shop.answer = { status: 'canceled' };
  await shop.after(3000);
  expect(shop.outcome).toEqual({ status: 'canceled' });
});

it('reads right after expires_at, continues for the longest processing time, then times out', async () => {
  const shop = await Shop.waits();
  shop.answer = { status: 'processing' };
  const before = await shop.after(LIFETIME_MS - 1500);
  expect([await shop.after(2500), await shop.after(9000)]).toEqual([before + 1, before + 4]);
  await shop.after(LONGEST_PROCESSING_MS - 11_000);
  expect(shop.outcome).toBeUndefined();
  await shop.after(6000);
  expect(shop.outcome).toBe('timed_out');
  expect(stored.get(PENDING)).toBeUndefined();
});

it('finds an outcome up to the longest processing time, even after the device slept', async () => {
  const shop = await Shop.waits();
  shop.answer = { status: 'processing' };
  await shop.sleep(LIFETIME_MS + LONGEST_PROCESSING_MS - 10_000);
  shop.answer = { status: 'failed', failure_code: 'processing_interrupted' };
  await shop.after(3000);
  expect(shop.outcome).toEqual({ status: 'failed', failure_code: 'processing_interrupted' });
});

it('ends only after an answer: a device that wakes without its network finds the outcome', async () => {
  const shop = await Shop.waits();
  shop.answer = 'fail';
  const reads = await shop.sleep(LIFETIME_MS + LONGEST_PROCESSING_MS + 60_000);
  expect([await shop.after(30_000), shop.outcome]).toEqual([reads + 10, undefined]);
  shop.answer = { status: 'succeeded' };
  await shop.after(3000);
  expect(shop.outcome).toEqual({ status: 'succeeded' });
});

it('ends when the backend does not answer for the session, and forgets it', async () => {
  const shop = await Shop.waits();
  shop.answer = null;
  expect(await shop.after(3000)).toBe(2);
  expect([shop.outcome, stored.get(PENDING), await shop.after(60_000)]).toEqual(['refused', undefined, 2]);
});

it.each([
  ['ahead', -900_000],
  ['behind', 7_200_000],
])('waits on a device whose clock is %s', async (_, left) => {
  const shop = await Shop.waits(left);
  expect(await shop.after(9000)).toBe(4);
  await shop.after(LIFETIME_MS + LONGEST_PROCESSING_MS);
  expect(shop.outcome).toBe('timed_out');
});

it('an aborted resumeAuthly leaves the session to the next one, as an effect with cleanup does', async () => {
  const left = new AbortController();
  const shop = await Shop.waits(LIFETIME_MS, left.signal);
  left.abort();
  await shop.after(0);
  expect(shop.outcome).toBe('aborted');
  shop.resume();
  shop.answer = { status: 'succeeded' };
  await shop.after(3000);
  expect([shop.outcome, stored.get(PENDING)]).toEqual([{ status: 'succeeded' }, undefined]);
});
