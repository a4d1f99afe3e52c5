import { expect, it } from 'vitest';
import { safeStorage } from './storage.ts';

const forbidden = (): never => {
  throw new Error('forbidden');
};

it('stores and reads', () => {
  const stored = new Map<string, string>();
  const storage = safeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  }));
  storage.set('a', '1');
  expect([storage.get('a'), storage.get('b')]).toEqual(['1', undefined]);
});

it.each([
  ['cannot be accessed', forbidden],
  ['cannot be read or written', () => ({ getItem: forbidden, setItem: forbidden })],
])('a storage that %s is empty and takes nothing', (_, storage) => {
  expect(() => safeStorage(storage).set('a', '1')).not.toThrow();
  expect(safeStorage(storage).get('a')).toBeUndefined();
});
