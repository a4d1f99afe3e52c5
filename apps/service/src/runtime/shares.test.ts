import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

it('refuses above the share of any holder and above the total, takes nothing then, and says which share', () => {
  const refused: string[] = [];
  const shares = new Shares({ merchant: 3, address: 2, all: 4 }, (share) => refused.push(share));
  expect(shares.take({ merchant: 'm', address: 'x' }, 2)).toBeUndefined();
  expect(shares.take({ merchant: 'm', address: 'x' })).toBe('address');
  expect(shares.take({ merchant: 'm', address: 'y' }, 2)).toBe('merchant');
  expect(shares.take({ merchant: 'm', address: 'y' })).toBeUndefined();
  expect(shares.take({ merchant: 'n', address: 'z' }, 2)).toBe('all');
  expect([shares.total, shares.held('merchant', 'm'), shares.held('address', 'z')]).toEqual([3, 3, 0]);
  expect(refused).toEqual(['address', 'merchant', 'all']);
});

it('any holder can take a returned amount', () => {
  const shares = new Shares({ merchant: 2, all: 2 });
  shares.take({ merchant: 'a' }, 2);
  shares.give({ merchant: 'a' });
  expect([shares.take({ merchant: 'b' }), shares.take({ merchant: 'a' })]).toEqual([undefined, 'all']);
  shares.give({ merchant: 'a' });
  shares.give({ merchant: 'b' });
  expect([shares.total, shares.take({ merchant: 'c' }, 2)]).toEqual([0, undefined]);
});
