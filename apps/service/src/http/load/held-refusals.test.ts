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

it('refusals are told one by one, four hundred a second, in the order in which they came', () => {
  const { clock, held, refused, responses } = holding(300);
  expect(refused).toEqual([]);
  clock.move(250);
  expect(refused).toEqual(responses.slice(0, 100));
  clock.move(500);
  expect(refused).toEqual(responses);
  expect(held.count).toBe(0);
});

it('beyond 400 they are told at once: what is held is bounded, and nobody waits for longer than a second', () => {
  const { clock, held, refused, responses } = holding(401);
  expect(refused).toEqual([responses[400]]);
  expect(held.count).toBe(400);
  clock.move(1000);
  expect(held.count).toBe(0);
});

it('who leaves is forgotten', () => {
  const { clock, held, refused, responses } = holding(2);
  responses[0]!.emit('close');
  expect(held.count).toBe(1);
  clock.move(10);
  expect(refused).toEqual([responses[1]]);
});
