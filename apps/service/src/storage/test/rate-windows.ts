import { LIMITS } from '@authly/contract/wire/limits';
import { expect, it } from 'vitest';
import type { Store } from '../port/store.ts';
import { MINUTE, NOW } from './samples.ts';
import type { Fixture } from './fixture.ts';
import type { Below } from './opening.ts';

const WINDOW = LIMITS.tokenWindowMs;
const LIMIT = LIMITS.tokenRequests;
const ALLOWED = { allowed: true, retryAfterMs: 0 };
const refused = (retryAfterMs: number) => ({ allowed: false, retryAfterMs });
/** A call that counts in one window. */
const take = ({ rateWindows }: Store, limit: number, at: number, key = 'k') =>
  rateWindows.take([{ key, limit }], WINDOW, at);

export function rateWindows(fixture: () => Fixture, below: Below): void {
  it('allows 30 in 60 s and refuses the 31st with the exact time to wait', async () => {
    const { store, other } = fixture();
    for (let i = 0; i < LIMIT; i++) expect(await take(i % 2 === 0 ? store : other, LIMIT, NOW + i)).toEqual(ALLOWED);
    expect(await take(store, LIMIT, NOW + LIMIT)).toEqual(refused(WINDOW - LIMIT));
    expect(await take(other, LIMIT, NOW + WINDOW - 1)).toEqual(refused(1));
    expect(await take(store, LIMIT, NOW + WINDOW)).toEqual(ALLOWED);
    expect(await take(store, LIMIT, NOW + WINDOW)).toEqual(refused(1));
    expect(await take(store, LIMIT, NOW + WINDOW + 1)).toEqual(ALLOWED);
  });

  it('the wait of several full windows is that of the one that frees last', async () => {
    const { store } = fixture();
    await take(store, 1, NOW, 'early');
    await take(store, 1, NOW + 700, 'late');
    const both = ['early', 'late', 'free'].map((key) => ({ key, limit: 1 }));
    const ask = (at: number) => store.rateWindows.take(both, WINDOW, at);
    expect(await ask(NOW + 1000)).toEqual(refused(WINDOW - 300));
    expect(await ask(NOW + WINDOW + 699)).toEqual(refused(1));
    expect(await ask(NOW + WINDOW + 700)).toEqual(ALLOWED);
  });

  it('a changed limit applies at once, upwards and downwards', async () => {
    const { store } = fixture();
    for (let i = 0; i < 3; i++) await take(store, 3, NOW + i);
    expect(await take(store, 2, NOW + 3)).toEqual(refused(WINDOW - 2));
    expect(await take(store, 4, NOW + 3)).toEqual(ALLOWED);
    expect(await take(store, 0, NOW + 3)).toEqual(refused(WINDOW));
  });

  it('a clock behind another process allows no more than the limit', async () => {
    const { store, other } = fixture();
    expect(await take(store, 2, NOW + 500)).toEqual(ALLOWED);
    expect(await take(other, 2, NOW)).toEqual(ALLOWED);
    expect(await take(other, 2, NOW + 1)).toMatchObject({ allowed: false });
    expect(await take(store, 2, NOW + WINDOW + 499)).toMatchObject({ allowed: false });
    expect(await take(store, 2, NOW + WINDOW + 500)).toEqual(ALLOWED);
  });

  it('hits of a clock an hour ahead block nobody after it is corrected, and the limit applies again', async () => {
    const { store, other } = fixture();
    const ahead = NOW + 60 * MINUTE;
    for (let i = 0; i < LIMIT; i++) await take(store, LIMIT, ahead + i);
    expect(await take(store, LIMIT, ahead + LIMIT)).toMatchObject({ allowed: false });
    for (let i = 0; i < LIMIT; i++) expect(await take(i % 2 === 0 ? store : other, LIMIT, NOW + i)).toEqual(ALLOWED);
    expect(await take(store, LIMIT, NOW + LIMIT)).toEqual(refused(WINDOW - LIMIT));
    expect(await take(other, LIMIT, NOW + WINDOW)).toEqual(ALLOWED);
  });

  it('concurrent takes for many windows count in their own window and limit', async () => {
    const { store, other } = fixture();
    await take(store, 1, NOW, 'full');
    const keys = ['a', 'b', 'full', 'c', '"{}\\,'];
    const takes = await Promise.all([
      ...keys.map((key) => take(store, 1, NOW + 5, key)),
      ...keys.map((key) => other.rateWindows.take([{ key: `other ${key}`, limit: 3 }], WINDOW / 2, NOW + 5)),
      take(store, 0, NOW, 'd'),
    ]);
    const full = refused(WINDOW - 5);
    expect(takes).toEqual([
      ...keys.map((key) => (key === 'full' ? full : ALLOWED)),
      ...keys.map(() => ALLOWED),
      refused(WINDOW),
    ]);
    expect(await Promise.all(keys.map((key) => take(store, 1, NOW + 5, key)))).toEqual(
      keys.map((key) => (key === 'full' ? full : refused(WINDOW))),
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
    expect(await store.rateWindows.take([all], WINDOW, NOW)).toEqual(refused(WINDOW));
  });

  it('a window with hundreds of hits works like one with a few', async () => {
    const { store } = fixture();
    const limit = 300;
    await Promise.all(Array.from({ length: limit }, () => take(store, limit, NOW)));
    expect(await take(store, limit, NOW + 1)).toEqual(refused(WINDOW - 1));
    expect(await take(store, limit, NOW + WINDOW)).toEqual(ALLOWED);
  });

  it('a limit of hundreds keeps at most 60 counts and allows no more than the limit in any 60 s', async () => {
    const { store, database } = fixture();
    const limit = 200;
    const allowed: number[] = [];
    for (let now = NOW; now < NOW + 2 * WINDOW; now += 250) {
      const answer = await take(store, limit, now);
      if (answer.allowed) allowed.push(now);
      else now += answer.retryAfterMs - 250;
    }
    expect(allowed.length).toBeGreaterThan(limit + 150);
    expect(allowed.filter((at, i) => at - (allowed[i - limit] ?? -Infinity) < WINDOW)).toEqual([]);
    expect(await below.longestWindow(database)).toBeLessThanOrEqual(60);
  });

  it('a take drops the hits that have left the window', async () => {
    const { store, database } = fixture();
    for (let i = 0; i < 50; i++) await take(store, 60, NOW + i * 10_000);
    expect(await below.longestWindow(database)).toBe(6);
  });

  it('a sweep erases windows without a recent hit and keeps the others', async () => {
    const { store } = fixture();
    await take(store, 1, NOW, 'old');
    await take(store, 2, NOW, 'young');
    await take(store, 2, NOW + 2, 'young');
    await store.rateWindows.sweep(NOW + 1);
    expect(await take(store, 1, NOW + 3, 'old')).toEqual(ALLOWED);
    expect(await take(store, 2, NOW + 3, 'young')).toEqual(refused(WINDOW - 3));
  });
}
