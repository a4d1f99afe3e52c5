import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { asText, explore } from './explore.ts';
import { moves, type Ground, type Walk } from './walk.ts';

interface Count {
  n: number;
}

/** Three or more cannot be taken from two or more. */
const counter: Walk<Count, Count> = {
  name: 'counter',
  longest: 20,
  withinMs: 1000,
  moves: [
    moves([], () => ({
      says: 'add',
      async run(model, real) {
        model.n++;
        return `${++real.n}`;
      },
    })),
    moves([fc.nat(9)], (by) => ({
      says: `take ${by}`,
      can: (model) => model.n >= 2,
      async run(model, real) {
        model.n -= by;
        real.n -= by < 3 ? by : by - 1;
      },
    })),
  ],
  open: async () => ({
    begin: async () => ({ model: { n: 0 }, real: { n: 0 } }),
    holds: async (model, real) => assert.equal(real.n, model.n),
    [Symbol.asyncDispose]: async () => {},
  }),
};

it('shrinks a walk that fails, and the printed command repeats it', async () => {
  const ground = {} as Ground;
  const { failure } = await explore(counter, ground, { seed: 1, runs: 200 });
  expect(failure!.moves).toEqual(['add → 1', 'add → 2', 'take 3']);
  const again = await explore(counter, ground, { seed: 1, path: failure!.path });
  expect(again).toMatchObject({ walks: 1, failure: { moves: failure!.moves, path: failure!.path } });
  expect(asText('counter', 1, again)).toMatch(
    /1\. add → 1\n {2}2\. add → 2\n {2}3\. take 3\nAssertionError.*\n[^]*npm run explore -- counter --seed 1 --path \S+$/,
  );
});
