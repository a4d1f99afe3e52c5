import type { Attacker } from './attacker.ts';
import { pick, recordOf, type Lab } from './lab.ts';

/** Real captures of other fingers, as the baseline of all attacks. */
export const otherFingers: Attacker = {
  name: 'other fingers',
  tries: 'captures of other fingers, as they are',
  make: (lab) => allCaptures(lab).slice(0, lab.records),
};

export const likeliestFingers: Attacker = {
  name: 'likeliest other fingers',
  tries: 'of many captures of other fingers those that come nearest to being taken for others',
  make: (lab) => byFitness(lab, allCaptures(lab)),
};

export const threeFingers: Attacker = {
  name: 'three other fingers',
  tries: 'records of three views, each of another finger, the likeliest of many',
  make: (lab) =>
    byFitness(
      lab,
      Array.from({ length: Math.max(lab.records, lab.effort / 2) }, () =>
        recordOf([0, 1, 2].map(() => pick(pick(lab.fingers, lab.random).captures, lab.random))),
      ).filter((record) => record !== undefined),
    ),
};

/** The first capture of all fingers, then the second, and so on. */
function allCaptures({ fingers }: Lab): Uint8Array[] {
  return [0, 1, 2].flatMap((k) =>
    fingers.flatMap(({ captures }) => (captures[k] ? (recordOf([captures[k]]) ?? []) : [])),
  );
}

function byFitness(lab: Lab, records: readonly Uint8Array[]): Uint8Array[] {
  return records
    .map((record) => ({ record, fitness: lab.fitness(record) }))
    .toSorted((a, b) => b.fitness - a.fitness)
    .slice(0, lab.records)
    .map(({ record }) => record);
}
