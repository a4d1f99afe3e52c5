import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';

it('a hundred rounds unless told otherwise, and a seed that can be given again', () => {
  expect(parseOptions([])).toMatchObject({ rounds: 100, json: false, seed: expect.any(Number) });
  expect(parseOptions(['--rounds', '6', '--seed', '7', '--json'])).toEqual({ rounds: 6, seed: 7, json: true });
});

it('help, and what makes no sense', () => {
  expect(parseOptions(['--help'])).toBeUndefined();
  for (const args of [['--rounds', '0'], ['--rounds', 'x'], ['--seed', '-1'], ['--frobnicate']])
    expect(() => parseOptions(args)).toThrow();
});
