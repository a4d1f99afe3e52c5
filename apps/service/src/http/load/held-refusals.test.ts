import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { TestClock } from '../../../test/test-clock.ts';
import { HeldRefusals } from './held-refusals.ts';

function holding(count: number, headers: IncomingHttpHeaders = {}) {
  const clock = new TestClock();
  const refused: ServerResponse[] = [];
  const held = new HeldRefusals(clock, (response) => {
    refused.push(response);
    response.emit('close');
  });
  const responses = Array.from(
    { length: count },
    () => Object.assign(new EventEmitter(), { req: { headers } }) as ServerResponse,
  );
  for (const response of responses) held.add(response);
  return { clock, held, refused, responses };
}

it('refusals are told between one and two seconds later', () => {
  const { clock, held, refused } = holding(100);
  clock.move(999);
  expect(refused).toEqual([]);
  clock.move(1001);
  expect(refused).toHaveLength(100);
  expect(held.count).toBe(0);
});

it('who were refused together are not told together: in any tenth of that second no more than an eighth of them', () => {
  const { clock, refused } = holding(200);
  clock.move(1000);
  const told = Array.from({ length: 10 }, () => {
    const before = refused.length;
    clock.move(100);
    return refused.length - before;
  });
  expect(Math.max(...told)).toBeLessThanOrEqual(25);
  expect(Math.min(...told)).toBeGreaterThan(15);
});

it('beyond 2,000 they are told at once: what is held is bounded', () => {
  const { held, refused, responses } = holding(2001);
  expect(refused).toEqual([responses[2000]]);
  expect(held.count).toBe(2000);
});

it('who leaves is forgotten', () => {
  const { clock, held, refused, responses } = holding(2);
  responses[0]!.emit('close');
  expect(held.count).toBe(1);
  clock.move(2000);
  expect(refused).toEqual([responses[1]]);
});

it('with a body of more than 16 KiB, or of a length that it does not say, it is told at once', () => {
  const refusedAtOnce = (headers: IncomingHttpHeaders): number => holding(1, headers).refused.length;
  expect(
    [{ 'content-length': '16384' }, { 'content-length': '16385' }, { 'transfer-encoding': 'chunked' }].map(
      refusedAtOnce,
    ),
  ).toEqual([0, 1, 1]);
});
