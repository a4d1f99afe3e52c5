import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ReadingTurns } from './reading-turns.ts';

function asked(count: number): { answered: number[]; turns: ReadingTurns } {
  const turns = new ReadingTurns();
  const answered: number[] = [];
  for (let i = 0; i < count; i++) turns.add(() => answered.push(i));
  return { answered, turns };
}

it('who reads alone is answered at once', () => {
  expect(asked(1).answered).toEqual([0]);
});

it('of many, one is answered in each turn of the event loop, in the order in which they came', async () => {
  const { answered } = asked(100);
  const each: number[] = [];
  for (let before = 0; answered.length < 100; before = answered.length) {
    await nextTurn();
    each.push(answered.length - before);
  }
  expect(Math.max(...each.slice(1))).toBe(1);
  expect(answered).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

it('who comes while others wait, waits behind them', async () => {
  const { answered, turns } = asked(2);
  // Its turn has come, and it has not been answered.
  await nextTurn();
  expect(answered).toEqual([0]);
  turns.add(() => answered.push(2));
  while (answered.length < 3) await nextTurn();
  expect(answered).toEqual([0, 1, 2]);
});

it('256 wait at most; the next is told so', async () => {
  const { answered, turns } = asked(1 + 255);
  expect([turns.add(() => answered.push(0)), turns.add(() => answered.push(0))]).toEqual([true, false]);
  while (answered.length < 1 + 256) await nextTurn();
  expect(turns.add(() => {})).toBe(true);
});
