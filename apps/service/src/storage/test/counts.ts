import { expect, it } from 'vitest';
import { MINUTE, NOW } from './samples.ts';
import type { Fixture } from './fixture.ts';

const HOUR = 60 * MINUTE;
const HOUR_NOW = NOW - (NOW % HOUR);

export function counts(fixture: () => Fixture): void {
  it('sums the counts of all processes within a minute, even concurrent ones', async () => {
    const { store, other } = fixture();
    const told = [
      { name: 'ended', merchantId: 'mer_1', label: 'failed', count: 2 },
      { name: 'ended', merchantId: 'mer_1', label: 'canceled', count: 1 },
    ];
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? store : other).counts.add(HOUR_NOW, i % 3 === 0 ? told : told.toReversed()),
      ),
    );
    await other.counts.add(HOUR_NOW + MINUTE, [told[0]!]);
    expect(await store.counts.since(HOUR_NOW, MINUTE)).toEqual([
      { at: HOUR_NOW, name: 'ended', merchantId: 'mer_1', label: 'canceled', count: 10 },
      { at: HOUR_NOW, name: 'ended', merchantId: 'mer_1', label: 'failed', count: 20 },
      { at: HOUR_NOW + MINUTE, name: 'ended', merchantId: 'mer_1', label: 'failed', count: 2 },
    ]);
    expect(await store.counts.since(HOUR_NOW, HOUR)).toEqual([
      { at: HOUR_NOW, name: 'ended', merchantId: 'mer_1', label: 'canceled', count: 10 },
      { at: HOUR_NOW, name: 'ended', merchantId: 'mer_1', label: 'failed', count: 22 },
    ]);
    expect(await store.counts.since(HOUR_NOW + MINUTE, MINUTE)).toHaveLength(1);
  });

  it('adds thousands of labels of several processes at once', async () => {
    const { store, other } = fixture();
    const many = Array.from({ length: 2000 }, (_, i) => ({
      name: 'ended',
      merchantId: `mer_${i}`,
      label: 'failed',
      count: 1,
    }));
    await Promise.all([store, other, store, other].map(({ counts }) => counts.add(HOUR_NOW, many)));
    for (const step of [MINUTE, HOUR]) {
      const counted = await store.counts.since(HOUR_NOW, step);
      expect([counted.length, new Set(counted.map(({ count }) => count))]).toEqual([2000, new Set([4])]);
    }
  });

  it('erases old counts up to the limit; hourly counts stay longer than those by minute', async () => {
    const { store } = fixture();
    for (let i = 0; i < 3; i++)
      await store.counts.add(HOUR_NOW + i * MINUTE, [{ name: 'n', merchantId: '', label: '', count: 1 }]);
    const before = { minutes: HOUR_NOW + 2 * MINUTE, hours: HOUR_NOW };
    expect([
      await store.counts.erase(before, 1),
      await store.counts.erase(before, 9),
      await store.counts.erase(before, 9),
    ]).toEqual([1, 1, 0]);
    expect(await store.counts.since(0, MINUTE)).toHaveLength(1);
    expect(await store.counts.since(0, 24 * HOUR)).toMatchObject([{ count: 3 }]);
    expect(await store.counts.erase({ minutes: 0, hours: HOUR_NOW + 1 }, 9)).toBe(1);
    expect(await store.counts.since(0, HOUR)).toEqual([]);
  });
}
