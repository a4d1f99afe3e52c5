import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';

it('defaults to 100 rounds and a random seed', () => {
  expect(parseOptions([])).toEqual({ rounds: 100, seed: expect.any(Number) });
  expect(parseOptions(['--rounds', '6', '--seed', '7'])).toEqual({ rounds: 6, seed: 7 });
});

it('refuses invalid options', () => {
  for (const rounds of ['0', 'x', '10000'])
    expect(() => parseOptions(['--rounds', rounds])).toThrow('--rounds must be a whole number from 1 to 9999');
  expect(() => parseOptions(['--seed', 'x'])).toThrow('--seed must be a whole number');
  expect(() => parseOptions(['--frobnicate'])).toThrow("Unknown option '--frobnicate'");
});
