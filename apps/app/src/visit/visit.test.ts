import { describe, expect, it } from 'vitest';
import { loadVisit, saveVisit } from './saved-visit.ts';

describe('what is saved for a reload', () => {
  const storage = (text: string | null, fails = false): Storage =>
    ({
      getItem: () => text,
      setItem: () => {
        if (fails) throw new Error('full');
      },
      removeItem: () => {},
    }) as unknown as Storage;

  it('is read back, and a broken or forbidden storage is no error', () => {
    expect(loadVisit(storage('{"consented":true}'))).toEqual({ consented: true });
    expect(loadVisit(storage('{broken'))).toEqual({});
    expect(loadVisit(storage(null))).toEqual({});
    expect(loadVisit(undefined)).toEqual({});
    expect(() => saveVisit(storage(null, true), { finger: 'RI' })).not.toThrow();
  });
});
