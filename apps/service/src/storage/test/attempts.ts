import { expect, it } from 'vitest';
import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import { MINUTE, NOW } from './samples.ts';
import type { Fixture } from './fixture.ts';

const HOUR = 60 * MINUTE;

export function attempts(fixture: () => Fixture): void {
  const count = (i: number, at: number, key = 'k', limit = 3): Promise<number | undefined> =>
    (i % 2 === 0 ? fixture().store : fixture().other).attempts.count(key, limit, at - HOUR, at);

  it('an attempt taken back does not count, and the others still do', async () => {
    const { store, other } = fixture();
    const counted = [await count(0, NOW), await count(1, NOW), await count(2, NOW)];
    await other.attempts.takeBack(counted[1]!);
    await store.attempts.takeBack(counted[1]!);
    expect(await count(0, NOW + 1)).toEqual(expect.any(Number));
    expect(await count(1, NOW + 1)).toBeUndefined();
  });

  it('an attempt of a clock that was ahead does not count; one of a clock within the tolerance does', async () => {
    for (const ahead of [CLOCK_TOLERANCE_MS, 24 * HOUR]) await count(0, NOW + ahead, 'k', 9);
    expect([await count(1, NOW, 'k', 2), await count(0, NOW, 'k', 2)]).toEqual([expect.any(Number), undefined]);
  });

  it('a changed limit applies at once, upwards and downwards', async () => {
    for (let i = 0; i < 3; i++) await count(i, NOW);
    expect(await count(0, NOW, 'k', 2)).toBeUndefined();
    expect(await count(0, NOW, 'k', 4)).toEqual(expect.any(Number));
  });

  it('of 40 at once exactly the limit is counted', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => count(i, NOW, 'k', 10)));
    const counted = all.filter((one) => one !== undefined);
    expect([counted.length, new Set(counted).size]).toEqual([10, 10]);
  });

  it('erases the oldest first, at most the limit, and returns their number', async () => {
    const { store } = fixture();
    for (let i = 0; i < 3; i++) await count(i, NOW + i);
    expect(await store.attempts.erase(NOW + 2, 1)).toBe(1);
    expect(await store.attempts.erase(NOW + 2, 9)).toBe(1);
    expect(await store.attempts.erase(NOW + 2, 9)).toBe(0);
    expect([await count(0, NOW + 2, 'k', 1), await count(0, NOW + 2, 'k', 2)]).toEqual([undefined, expect.any(Number)]);
  });
}
