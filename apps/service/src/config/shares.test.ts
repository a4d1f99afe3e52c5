import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

it('limits each holder and the total', () => {
  const shares = new Shares({ inAll: 5, each: 3 });
  expect([shares.take('a', 3), shares.take('a'), shares.take('b', 2), shares.take('c')]).toEqual([
    'taken',
    'over its share',
    'taken',
    'over all',
  ]);
  expect(shares.total).toBe(5);
});

it('any holder can take a returned amount', () => {
  const shares = new Shares({ inAll: 2, each: 2 });
  shares.take('a', 2);
  shares.give('a');
  expect([shares.take('b'), shares.take('a')]).toEqual(['taken', 'over all']);
  shares.give('a');
  shares.give('b');
  expect([shares.total, shares.take('c', 2)]).toEqual([0, 'taken']);
});
