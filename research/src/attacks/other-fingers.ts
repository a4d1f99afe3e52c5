import type { Attacker } from './attacker.ts';
import { pick, recordOf, type Lab } from './lab.ts';

/** What a finger does without any attack: the others are to be compared with it. */
export const otherFingers: Attacker = {
  name: 'other fingers',
  tries: 'touches of other fingers, as they are',
  make: (lab) => allTouches(lab).slice(0, lab.records),
};

export const likeliestFingers: Attacker = {
  name: 'likeliest other fingers',
  tries: 'of many touches of other fingers those that come nearest to being taken for others',
  make: (lab) => byFitness(lab, allTouches(lab)),
};

export const threeFingers: Attacker = {
  name: 'three other fingers',
  tries: 'records of three views, each of another finger, the likeliest of many',
  make: (lab) =>
    byFitness(
      lab,
      Array.from({ length: Math.max(lab.records, lab.effort / 2) }, () =>
        recordOf([0, 1, 2].map(() => pick(pick(lab.fingers, lab.random).touches, lab.random))),
      ).filter((record) => record !== undefined),
    ),
};

/** Of all fingers the first touch, then of all the second, and so on. */
function allTouches({ fingers }: Lab): Uint8Array[] {
  return [0, 1, 2].flatMap((k) => fingers.flatMap(({ touches }) => (touches[k] ? (recordOf([touches[k]]) ?? []) : [])));
}

function byFitness(lab: Lab, records: readonly Uint8Array[]): Uint8Array[] {
  return records
    .map((record) => ({ record, fitness: lab.fitness(record) }))
    .toSorted((a, b) => b.fitness - a.fitness)
    .slice(0, lab.records)
    .map(({ record }) => record);
}
