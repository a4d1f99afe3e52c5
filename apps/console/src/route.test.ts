import { expect, it } from 'vitest';
import { parseRoute, routeTo } from './route.ts';

it('parses the address that routeTo writes', () => {
  const address = routeTo(['merchants', 'a/b #?é'], { q: 'x & y', empty: '' });
  expect(address).toBe('#/merchants/a%2Fb%20%23%3F%C3%A9?q=x+%26+y');
  const { path, query } = parseRoute(address);
  expect([path, Object.fromEntries(query)]).toEqual([['merchants', 'a/b #?é'], { q: 'x & y' }]);
});

it.each(['', '#', '#/', '#/%zz'])('parses %j', (hash) => {
  expect(parseRoute(hash).path.length).toBeLessThan(2);
});
