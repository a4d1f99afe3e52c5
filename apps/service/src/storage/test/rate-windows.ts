import { LIMITS } from '@authly/contract/wire/limits';
import { expect, it } from 'vitest';
import { MINUTE, NOW } from './samples.ts';
import type { Fixture } from './fixture.ts';
import type { Below } from './opening.ts';

const WINDOW = LIMITS.tokenWindowMs;
const LIMIT = LIMITS.tokenRequests;
const ALLOWED = { allowed: true, retryAfterMs: 0 };

export function rateWindows(fixture: () => Fixture, below: Below): void {
  it('allows 30 in 60 s and refuses the 31st with the exact time to wait', async () => {
    const { store, other } = fixture();
    for (let i = 0; i < LIMIT; i++)
      expect(
        await (i % 2 === 0 ? store : other).rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + i),
      ).toEqual(ALLOWED);
    expect(await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + LIMIT)).toEqual({
      allowed: false,
      retryAfterMs: WINDOW - LIMIT,
    });
    expect(await other.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + WINDOW - 1)).toEqual({
      allowed: false,
      retryAfterMs: 1,
    });
    expect(await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + WINDOW)).toEqual(ALLOWED);
    expect(await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + WINDOW)).toEqual({
      allowed: false,
      retryAfterMs: 1,
    });
    expect(await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + WINDOW + 1)).toEqual(ALLOWED);
  });

  it('a changed limit applies at once, upwards and downwards', async () => {
    const { store } = fixture();
    for (let i = 0; i < 3; i++) await store.rateWindows.take([{ key: 'k', limit: 3 }], WINDOW, NOW + i);
    expect(await store.rateWindows.take([{ key: 'k', limit: 2 }], WINDOW, NOW + 3)).toEqual({
      allowed: false,
      retryAfterMs: WINDOW - 2,
    });
    expect(await store.rateWindows.take([{ key: 'k', limit: 4 }], WINDOW, NOW + 3)).toEqual(ALLOWED);
    expect(await store.rateWindows.take([{ key: 'k', limit: 0 }], WINDOW, NOW + 3)).toEqual({
      allowed: false,
      retryAfterMs: WINDOW,
    });
  });

  it('a clock behind another process allows no more than the limit', async () => {
    const { store, other } = fixture();
    expect(await store.rateWindows.take([{ key: 'k', limit: 2 }], WINDOW, NOW + 500)).toEqual(ALLOWED);
    expect(await other.rateWindows.take([{ key: 'k', limit: 2 }], WINDOW, NOW)).toEqual(ALLOWED);
    expect(await other.rateWindows.take([{ key: 'k', limit: 2 }], WINDOW, NOW + 1)).toMatchObject({ allowed: false });
    expect(await store.rateWindows.take([{ key: 'k', limit: 2 }], WINDOW, NOW + WINDOW + 499)).toMatchObject({
      allowed: false,
    });
    expect(await store.rateWindows.take([{ key: 'k', limit: 2 }], WINDOW, NOW + WINDOW + 500)).toEqual(ALLOWED);
  });

  it('hits of a clock an hour ahead block nobody after it is corrected, and the limit applies again', async () => {
    const { store, other } = fixture();
    const ahead = NOW + 60 * MINUTE;
    for (let i = 0; i < LIMIT; i++) await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, ahead + i);
    expect(await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, ahead + LIMIT)).toMatchObject({
      allowed: false,
    });
    for (let i = 0; i < LIMIT; i++)
      expect(
        await (i % 2 === 0 ? store : other).rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + i),
      ).toEqual(ALLOWED);
    expect(await store.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + LIMIT)).toEqual({
      allowed: false,
      retryAfterMs: WINDOW - LIMIT,
    });
    expect(await other.rateWindows.take([{ key: 'k', limit: LIMIT }], WINDOW, NOW + WINDOW)).toEqual(ALLOWED);
  });

  it('concurrent takes for many windows count in their own window and limit', async () => {
    const { store, other } = fixture();
    await store.rateWindows.take([{ key: 'full', limit: 1 }], WINDOW, NOW);
    const keys = ['a', 'b', 'full', 'c', '"{}\\,'];
    const takes = await Promise.all([
      ...keys.map((key) => store.rateWindows.take([{ key, limit: 1 }], WINDOW, NOW + 5)),
      ...keys.map((key) => other.rateWindows.take([{ key: `other ${key}`, limit: 3 }], WINDOW / 2, NOW + 5)),
      store.rateWindows.take([{ key: 'd', limit: 0 }], WINDOW, NOW),
    ]);
    const refused = { allowed: false, retryAfterMs: WINDOW - 5 };
    expect(takes).toEqual([
      ...keys.map((key) => (key === 'full' ? refused : ALLOWED)),
      ...keys.map(() => ALLOWED),
      { allowed: false, retryAfterMs: WINDOW },
    ]);
    expect(await Promise.all(keys.map((key) => store.rateWindows.take([{ key, limit: 1 }], WINDOW, NOW + 5)))).toEqual(
      keys.map((key) => (key === 'full' ? refused : { allowed: false, retryAfterMs: WINDOW })),
    );
  });

  it('of concurrent calls that share a window, each counts in all its windows or in none', async () => {
    const { store, other } = fixture();
    const all = { key: 'all', limit: 7 };
    const takes = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 3 === 0 ? store : other).rateWindows.take([{ key: `user ${i % 2}`, limit: 3 }, all], WINDOW, NOW),
      ),
    );
    expect(takes.filter(({ allowed }) => allowed)).toHaveLength(6);
    expect(await store.rateWindows.take([all], WINDOW, NOW)).toEqual(ALLOWED);
    expect(await store.rateWindows.take([all], WINDOW, NOW)).toEqual({ allowed: false, retryAfterMs: WINDOW });
  });

  it('a window with hundreds of hits works like one with a few', async () => {
    const { store } = fixture();
    const limit = 300;
    await Promise.all(
      Array.from({ length: limit }, () => store.rateWindows.take([{ key: 'k', limit: limit }], WINDOW, NOW)),
    );
    expect(await store.rateWindows.take([{ key: 'k', limit: limit }], WINDOW, NOW + 1)).toEqual({
      allowed: false,
      retryAfterMs: WINDOW - 1,
    });
    expect(await store.rateWindows.take([{ key: 'k', limit: limit }], WINDOW, NOW + WINDOW)).toEqual(ALLOWED);
  });

  it('a limit of hundreds keeps at most 60 counts and allows no more than the limit in any 60 s', async () => {
    const { store, database } = fixture();
    const limit = 200;
    const allowed: number[] = [];
    for (let now = NOW; now < NOW + 2 * WINDOW; now += 250) {
      const take = await store.rateWindows.take([{ key: 'k', limit: limit }], WINDOW, now);
      if (take.allowed) allowed.push(now);
      else now += take.retryAfterMs - 250;
    }
    expect(allowed.length).toBeGreaterThan(limit + 150);
    expect(allowed.filter((at, i) => at - (allowed[i - limit] ?? -Infinity) < WINDOW)).toEqual([]);
    expect(await below.longestWindow(database)).toBeLessThanOrEqual(60);
  });

  it('a take drops the hits that have left the window', async () => {
    const { store, database } = fixture();
    for (let i = 0; i < 50; i++) await store.rateWindows.take([{ key: 'k', limit: 60 }], WINDOW, NOW + i * 10_000);
    expect(await below.longestWindow(database)).toBe(6);
  });

  it('a sweep erases windows without a recent hit and keeps the others', async () => {
    const { store } = fixture();
    await store.rateWindows.take([{ key: 'old', limit: 1 }], WINDOW, NOW);
    await store.rateWindows.take([{ key: 'young', limit: 2 }], WINDOW, NOW);
    await store.rateWindows.take([{ key: 'young', limit: 2 }], WINDOW, NOW + 2);
    await store.rateWindows.sweep(NOW + 1);
    expect(await store.rateWindows.take([{ key: 'old', limit: 1 }], WINDOW, NOW + 3)).toEqual(ALLOWED);
    expect(await store.rateWindows.take([{ key: 'young', limit: 2 }], WINDOW, NOW + 3)).toEqual({
      allowed: false,
      retryAfterMs: WINDOW - 3,
    });
  });
}
