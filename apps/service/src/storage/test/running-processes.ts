import { expect, it } from 'vitest';
import type { Fixture } from './fixture.ts';
import { MINUTE, NOW } from './samples.ts';

const RIGHT = {
  host: 'one',
  pid: 1,
  version: '1.0.0',
  startedAt: NOW,
  certificateUntil: null,
  certificateLateAt: null,
};
const SAMPLE = { ...RIGHT, clockAheadMs: -900_000, seenAt: NOW };

export function runningProcesses(fixture: () => Fixture): void {
  it('lists the processes that were seen since, as they last reported', async () => {
    const { store, other } = fixture();
    await Promise.all(['a', 'b', 'c'].map((id) => store.processes.report({ ...SAMPLE, id })));
    await other.processes.report({
      ...SAMPLE,
      id: 'b',
      clockAheadMs: 20,
      certificateUntil: NOW,
      certificateLateAt: NOW - 1,
      seenAt: NOW + MINUTE,
    });
    expect(await store.processes.list(NOW)).toHaveLength(3);
    expect(await store.processes.list(NOW + 1)).toEqual([
      { ...SAMPLE, id: 'b', clockAheadMs: 20, certificateUntil: NOW, certificateLateAt: NOW - 1, seenAt: NOW + MINUTE },
    ]);
    await other.processes.remove('b');
    expect(await store.processes.erase(NOW + 1)).toBe(2);
    expect(await store.processes.list(0)).toEqual([]);
  });
}
