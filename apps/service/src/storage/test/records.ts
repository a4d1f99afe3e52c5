import { expect, it } from 'vitest';
import type { Fixture } from './fixture.ts';

export function records(fixture: () => Fixture): void {
  it('a setting is absent until it is set, and then has the last value', async () => {
    const { store, other } = fixture();
    expect(await store.settings.get('clock-offset')).toBeUndefined();
    await store.settings.set('clock-offset', '1');
    await other.settings.set('clock-offset', '2');
    expect(await store.settings.get('clock-offset')).toBe('2');
    expect(await store.settings.get('Clock-Offset')).toBeUndefined();
  });

  it('changes of a setting at once follow each other, and one without a value changes nothing', async () => {
    const { store, other } = fixture();
    const add = (from: typeof store) => from.settings.change('sum', (before) => String(Number(before) + 1));
    await Promise.all(Array.from({ length: 10 }, (_, i) => add(i % 2 === 0 ? store : other)));
    expect(await store.settings.change('sum', () => undefined)).toBeUndefined();
    expect(await store.settings.get('sum')).toBe('10');
  });

  it('returns the time of the database’s clock', async () => {
    const before = Date.now();
    const told = await fixture().store.now();
    expect([told >= before - 1, told <= Date.now() + 1]).toEqual([true, true]);
  });

  it('a check passes while the store can be written, and fails after it is closed', async () => {
    const { store, other } = fixture();
    await Promise.all([store.check(), other.check()]);
    await store.close();
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailableError', reason: 'unreachable' });
    await expect(store.sessions.find('x')).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      reason: 'unreachable',
    });
    await other.check();
  });
}
