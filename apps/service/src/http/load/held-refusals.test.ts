import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { TestClock } from '../../../test/test-clock.ts';
import { HeldRefusals } from './held-refusals.ts';

function holding(count: number) {
  const clock = new TestClock();
  const refused: ServerResponse[] = [];
  const held = new HeldRefusals(clock, (response) => {
    refused.push(response);
    response.emit('close');
  });
  const responses = Array.from({ length: count }, () => new EventEmitter() as ServerResponse);
  for (const response of responses) held.add(response);
  return { clock, held, refused, responses };
}

it('refusals are told one by one, one every seven milliseconds, in the order in which they came', () => {
  const { clock, held, refused, responses } = holding(200);
  expect(refused).toEqual([]);
  clock.move(700);
  expect(refused).toEqual(responses.slice(0, 100));
  clock.move(700);
  expect(refused).toEqual(responses);
  expect(held.count).toBe(0);
});

it('beyond 280 they are told at once: what is held is bounded, and nobody waits for longer than two seconds', () => {
  const { clock, held, refused, responses } = holding(281);
  expect(refused).toEqual([responses[280]]);
  expect(held.count).toBe(280);
  clock.move(2000);
  expect(held.count).toBe(0);
});

it('who leaves is forgotten', () => {
  const { clock, held, refused, responses } = holding(2);
  responses[0]!.emit('close');
  expect(held.count).toBe(1);
  clock.move(14);
  expect(refused).toEqual([responses[1]]);
});
