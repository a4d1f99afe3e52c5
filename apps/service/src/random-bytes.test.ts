import { expect, it } from 'vitest';
import { pooledRandomBytes } from './random-bytes.ts';

it('what is given out is never given out again, also when the pool is filled anew', () => {
  const texts = Array.from({ length: 1000 }, () => Buffer.from(pooledRandomBytes(16)).toString('hex'));
  expect(new Set(texts).size).toBe(1000);
  expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([32]));
});
