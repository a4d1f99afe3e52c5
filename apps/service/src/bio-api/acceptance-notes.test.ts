import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import type { KeyAcceptance } from '../keys/key-record.ts';
import { acceptanceNotes } from './acceptance-notes.ts';

function makeNotes(): {
  clock: TestClock;
  noted: KeyAcceptance[];
  errors: unknown[];
  broken: { by?: Error };
  take: (merchantId: string, keyId: string, signatureHeld?: boolean) => void;
} {
  const clock = new TestClock();
  const noted: KeyAcceptance[] = [];
  const errors: unknown[] = [];
  const broken: { by?: Error } = {};
  const take = acceptanceNotes({
    clock,
    onError: (error) => errors.push(error),
    async note(acceptance) {
      if (broken.by) throw broken.by;
      noted.push(acceptance);
    },
  });
  return {
    clock,
    noted,
    errors,
    broken,
    take: (merchantId, keyId, signatureHeld = true) => take({ merchantId, keyId, signatureHeld }),
  };
}

describe('acceptanceNotes', () => {
  it('notes a merchant and key once a minute, with the time of the call', () => {
    const { clock, noted, take } = makeNotes();
    const began = clock.now();
    for (let second = 0; second <= 120; second++) {
      take('m_1', 'k_1');
      clock.move(1000);
    }
    expect(noted).toEqual(
      [0, 60_000, 120_000].map((ms) => ({ merchantId: 'm_1', keyId: 'k_1', lastAcceptedAt: began + ms })),
    );
  });

  it('notes each merchant and each key separately', () => {
    const { noted, take } = makeNotes();
    for (const [merchant, key] of [
      ['m_1', 'k_1'],
      ['m_2', 'k_1'],
      ['m_1', 'k_2'],
      ['m_1', 'k_1'],
    ] as const)
      take(merchant, key);
    expect(noted.map(({ merchantId, keyId }) => `${merchantId} ${keyId}`)).toEqual(['m_1 k_1', 'm_2 k_1', 'm_1 k_2']);
  });

  it('does not note a call that does not prove the signature', () => {
    const { noted, take } = makeNotes();
    take('m_1', 'k_1', false);
    expect(noted).toEqual([]);
  });

  it('a store error is reported and does not fail the call; the next call notes it', async () => {
    const { noted, errors, broken, take } = makeNotes();
    broken.by = new Error('disk full');
    take('m_1', 'k_1');
    await setImmediate();
    expect(errors).toEqual([broken.by]);
    delete broken.by;
    take('m_1', 'k_1');
    expect(noted).toHaveLength(1);
  });
});
