import { expect, it } from 'vitest';
import { parseRoute, routeTo } from './route.ts';

it('a route has a path and a query, and is parsed from its own address', () => {
  const address = routeTo(['merchants', 'a/b #?é'], { q: 'x & y', empty: '' });
  expect(address).toBe('#/merchants/a%2Fb%20%23%3F%C3%A9?q=x+%26+y');
  const { path, query } = parseRoute(address);
  expect([path, Object.fromEntries(query)]).toEqual([['merchants', 'a/b #?é'], { q: 'x & y' }]);
});

it.each(['', '#', '#/', '#/%zz'])('%j is a route, too', (hash) => {
  expect(parseRoute(hash).path.length).toBeLessThan(2);
});
