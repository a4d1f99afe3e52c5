import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';

it('a hundred rounds unless told otherwise, and a seed that can be given again', () => {
  expect(parseOptions([])).toMatchObject({ rounds: 100, json: false, seed: expect.any(Number) });
  expect(parseOptions(['--rounds', '6', '--seed', '7', '--json'])).toEqual({
    rounds: 6,
    seed: 7,
    json: true,
    webhooks: false,
  });
});

it('refuses what makes no sense', () => {
  for (const rounds of ['0', 'x', '10000'])
    expect(() => parseOptions(['--rounds', rounds])).toThrow('--rounds must be a whole number from 1 to 9999');
  expect(() => parseOptions(['--seed', 'x'])).toThrow('--seed must be a whole number');
  expect(() => parseOptions(['--frobnicate'])).toThrow("Unknown option '--frobnicate'");
});
