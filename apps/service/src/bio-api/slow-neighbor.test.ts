import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerJson,
  failureOf,
  GOOD_LOOKUP,
  LoopbackServer,
  merchantAt,
  ServiceSide,
} from '../../test/bio-merchant.ts';
import { cpuMsOf } from '../../test/cpu-time.ts';
import type { Merchant } from '../merchants/merchant.ts';

const CONNECTIONS = 32;
const WAITING = 256;
const TIMED_CALLS = 30;

let server: LoopbackServer;
let side: ServiceSide;
let held: ServerResponse[];
let well: boolean;
let heldAre: { readonly count: number; readonly resolve: () => void }[];

/** Both merchants are on one host and port, the worst case. One answers, the other holds every call until the test releases it. */
beforeEach(async () => {
  held = [];
  heldAre = [];
  well = false;
  side = await ServiceSide.make();
  server = await LoopbackServer.https(({ url }, res) => {
    if (well || url.startsWith('/quick')) return answerJson(res, 200, GOOD_LOOKUP);
    held.push(res);
    heldAre = heldAre.filter(({ count, resolve }) => (held.length >= count ? resolve() : true));
  });
});
afterEach(async () => {
  side.close();
  await server.close();
});

const merchant = (id: 'quick' | 'slow', settings: Partial<Merchant> = {}): Merchant =>
  merchantAt(`${server.url}/${id}`, server.ca, { id, ...settings });
const whenHeld = (count: number): Promise<void> =>
  new Promise((resolve) => (held.length >= count ? resolve() : heldAre.push({ count, resolve })));
const calls = (count: number, at: Merchant): Promise<string>[] =>
  Array.from({ length: count }, async () => failureOf(await side.lookup(at)));

/** One after the other. A call that waited for the held ones would not return. */
async function medianMs(count: number, at: Merchant): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++)
    times.push(await cpuMsOf(async () => expect(failureOf(await side.lookup(at))).toBe('none')));
  return times.sort((a, b) => a - b)[count >> 1]!;
}

describe('a merchant that hangs', () => {
  it('does not slow another merchant’s calls', async () => {
    await medianMs(TIMED_CALLS / 2, merchant('quick'));
    const usual = await medianMs(TIMED_CALLS, merchant('quick'));
    const pending = calls(CONNECTIONS + 100, merchant('slow', { bioTimeoutMs: 60_000 }));
    await whenHeld(CONNECTIONS);
    const meanwhile = await medianMs(TIMED_CALLS, merchant('quick'));
    expect(meanwhile).toBeLessThan(usual * 3 + 5);
    side.close();
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['merchant_bio_unavailable']));
  });

  it('has a limited number of connections; further calls wait in order', async () => {
    const pending = calls(100, merchant('slow', { bioTimeoutMs: 60_000 }));
    for (let served = 0; served < 100; ) {
      await whenHeld(Math.min(CONNECTIONS, 100 - served));
      expect(held.length).toBeLessThanOrEqual(CONNECTIONS);
      served += held.length;
      for (const res of held.splice(0)) answerJson(res, 200, GOOD_LOOKUP);
    }
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['none']));
    expect(server.connections).toBe(CONNECTIONS);
  });

  it('has a limited queue: a further call fails at once with merchant_bio_unavailable and is not sent', async () => {
    const at = merchant('slow', { bioTimeoutMs: 60_000 });
    const pending = calls(CONNECTIONS + WAITING, at);
    await whenHeld(CONNECTIONS);
    await expect.poll(() => side.deadlineClock.waiting).toBe(CONNECTIONS + WAITING);
    expect(failureOf(await side.lookup(at))).toBe('merchant_bio_unavailable');
    expect(side.reports).toMatchObject([{ attempts: [{ stage: 'queue' }], failure: 'merchant_bio_unavailable' }]);
    expect(server.seen).toHaveLength(CONNECTIONS);
    side.close();
    await Promise.all(pending);
  });

  it('ends every call within its deadline, waiting ones too', async () => {
    const pending = calls(CONNECTIONS + 100, merchant('slow', { bioTimeoutMs: 400, bioRetries: 0 }));
    await whenHeld(CONNECTIONS);
    await expect.poll(() => side.deadlineClock.waiting).toBe(CONNECTIONS + 100);
    side.deadlineClock.move(399);
    expect(side.deadlineClock.waiting).toBe(CONNECTIONS + 100);
    side.deadlineClock.move(1);
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['merchant_bio_timeout']));
  });

  it('gives a waiting call a new connection when one breaks', async () => {
    const pending = calls(CONNECTIONS + 1, merchant('slow', { bioTimeoutMs: 60_000, bioRetries: 0 }));
    await whenHeld(CONNECTIONS);
    held[0]!.destroy();
    await whenHeld(CONNECTIONS + 1);
    for (const res of held) answerJson(res, 200, GOOD_LOOKUP);
    const ends = await Promise.all(pending);
    expect(ends.filter((end) => end !== 'none')).toEqual(['merchant_bio_unavailable']);
  });

  it('recovers: the next call succeeds', async () => {
    const pending = calls(CONNECTIONS * 2, merchant('slow', { bioTimeoutMs: 300 }));
    for (const attempt of [1, 2]) {
      await whenHeld(CONNECTIONS * attempt);
      await expect.poll(() => side.deadlineClock.waiting).toBe(CONNECTIONS * 2);
      side.deadlineClock.move(300);
    }
    await Promise.all(pending);
    well = true;
    expect(failureOf(await side.lookup(merchant('slow')))).toBe('none');
  });
});
