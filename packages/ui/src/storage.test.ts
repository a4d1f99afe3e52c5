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
  ['is full', () => ({ getItem: () => 'old', setItem: forbidden })],
])('a storage that %s keeps values while the page is open', (_, storage) => {
  const inPage = safeStorage(storage);
  inPage.set('a', '1');
  expect(inPage.get('a')).toBe('1');
});
