import { expect, it } from 'vitest';
import { addressOf, placeOf } from './place.ts';

it('a place says its parts and its query, and comes back out of its own address', () => {
  const address = addressOf(['merchants', 'a/b #?é'], { q: 'x & y', empty: '' });
  expect(address).toBe('#/merchants/a%2Fb%20%23%3F%C3%A9?q=x+%26+y');
  const { path, query } = placeOf(address);
  expect([path, Object.fromEntries(query)]).toEqual([['merchants', 'a/b #?é'], { q: 'x & y' }]);
});

it.each(['', '#', '#/', '#/%zz'])('%j is a place, too', (hash) => {
  expect(placeOf(hash).path.length).toBeLessThan(2);
});
