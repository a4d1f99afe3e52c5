import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeOrPart } from '../../../test/quick.ts';
import { THRESHOLD } from '../src/index.ts';
import type { Job, Made } from './synthetic-worker.ts';

const FINGERS = wholeOrPart(200, 25);
const IMPRESSIONS = 2;
const PATIENCE = 600_000;

const workers = [0, 1].map(() => new Worker(new URL('synthetic-worker.ts', import.meta.url)));
const ask = <Answer>(worker: Worker, job: Job): Promise<Answer> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(job);
  });
const numbers = Array.from({ length: FINGERS }, (_, finger) => finger);
/** Every second one, so that both get as many long rows as short ones. */
const half = (k: number): number[] => numbers.filter((finger) => finger % 2 === k);

let made: Made[];
beforeAll(async () => {
  const halves = await Promise.all(
    workers.map((worker, k) => ask<Made[]>(worker, { kind: 'extract', fingers: half(k), impressions: IMPRESSIONS })),
  );
  made = halves.flat().sort((a, b) => a.finger - b.finger);
}, PATIENCE);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.terminate()));
});

describe(`${FINGERS} synthetic fingers, through their records`, () => {
  it('at least 95 % of the impressions match their finger', () => {
    const scores = made.flatMap(({ genuine }) => genuine);
    expect(scores).toHaveLength(FINGERS * (IMPRESSIONS - 1));
    expect(scores.filter((score) => score >= THRESHOLD).length / scores.length).toBeGreaterThanOrEqual(0.95);
  });

  it(
    'no finger matches another',
    async () => {
      const records = made.map(({ record }) => record);
      const found = await Promise.all(
        workers.map((worker, k) => ask<string[]>(worker, { kind: 'compare', records, rows: half(k) })),
      );
      expect(found.flat()).toEqual([]);
    },
    PATIENCE,
  );
});
