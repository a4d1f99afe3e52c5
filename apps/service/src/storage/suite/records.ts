import { expect, it } from 'vitest';
import { NOW } from './samples.ts';
import type { Stage } from './stage.ts';

const entry = (n: number) => ({
  at: NOW + n,
  actor: 'operator',
  action: 'merchant.add',
  subject: `mer_${n}`,
  detail: { n, ok: true, note: '한글 👍', none: null },
});

export function records(stage: () => Stage): void {
  it('audit entries come back as they were written, newest first', async () => {
    const { store, other } = stage();
    for (const n of [1, 3, 2]) await store.audit.write(entry(n));
    expect(await other.audit.list(10)).toStrictEqual([entry(2), entry(3), entry(1)]);
    expect(await other.audit.list(1)).toStrictEqual([entry(2)]);
  });

  it('audit entries are erased by age, at most as many as asked', async () => {
    const { store } = stage();
    for (const n of [1, 2, 3, 4]) await store.audit.write(entry(n));
    expect(await store.audit.erase(NOW + 4, 2)).toBe(2);
    expect(await store.audit.list(10)).toStrictEqual([entry(4), entry(3)]);
    expect(await store.audit.erase(NOW + 4, 2)).toBe(1);
    expect(await store.audit.erase(NOW + 4, 2)).toBe(0);
  });

  it('a setting is absent until it is set, and then the last value stands', async () => {
    const { store, other } = stage();
    expect(await store.settings.get('clock-offset')).toBeUndefined();
    await store.settings.set('clock-offset', '1');
    await other.settings.set('clock-offset', '2');
    expect(await store.settings.get('clock-offset')).toBe('2');
    expect(await store.settings.get('Clock-Offset')).toBeUndefined();
  });

  it('tells the time of its own clock', async () => {
    const before = Date.now();
    const told = await stage().store.now();
    expect([told >= before - 1, told <= Date.now() + 1]).toEqual([true, true]);
  });

  it('a check passes while the store can be written, and is refused once it is closed', async () => {
    const { store, other } = stage();
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
