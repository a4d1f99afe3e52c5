import type { PageStorage } from '@authly/ui/storage.ts';
import { expect, it } from 'vitest';
import { loadVisit, saveVisit } from './saved-visit.ts';

it('restores a visit after a reload, and ignores a damaged one', () => {
  let stored: string | undefined;
  const storage: PageStorage = { get: () => stored, set: (_key, value) => void (stored = value) };
  expect(loadVisit(storage)).toEqual({});
  saveVisit(storage, { consented: true, finger: 'RI' });
  expect(loadVisit(storage)).toEqual({ consented: true, finger: 'RI' });
  stored = '{broken';
  expect(loadVisit(storage)).toEqual({});
});
