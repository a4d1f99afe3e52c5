import { encodeTemplate, TemplateError, type View } from '../../../packages/fingerprint/src/index.ts';
import { withKernels } from '../../../packages/fingerprint/src/kernels/memory.ts';
import type { RidgeMap } from '../../../packages/fingerprint/src/ridges/map.ts';
import { unpackMap } from '../../../packages/fingerprint/src/ridges/pack.ts';
import { probeOf, scoreOf, type Enrollment, type Scorer } from './judgment.ts';
import type { Finger } from './population.ts';

/** The resources of an attacker: fingers to learn from, and the engine. */
export interface Lab {
  readonly scorer: Scorer;
  /** Sources of records. None of them is practiced on. */
  readonly fingers: readonly Finger[];
  readonly random: () => number;
  /** Number of records to make. */
  readonly records: number;
  /** The approximate number of records that a search may judge. */
  readonly effort: number;
  /** The result of a record in practice: higher is closer to matching many enrollments. */
  fitness(record: Uint8Array): number;
}

/** Rejected. */
const HOPELESS = -1;
/** A record close to a few enrollments is better than one a little like all. */
const POWER = 4;

export function fitnessOn(enrollments: readonly Enrollment[]): Lab['fitness'] {
  return (record) => {
    const probe = probeOf(record);
    if (probe === undefined) return HOPELESS;
    let sum = 0;
    for (const enrollment of enrollments) {
      const score = scoreOf(probe, enrollment);
      if (score === undefined) return HOPELESS;
      sum += score ** POWER;
    }
    return (sum / enrollments.length) ** (1 / POWER);
  };
}

/** The record of these views; undefined if the format does not allow it. */
export function recordOf(views: readonly View[]): Uint8Array | undefined {
  try {
    return encodeTemplate(views);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** A copy that an attacker keeps. */
export const ridgeMapOf = ({ extended }: View): RidgeMap | undefined =>
  withKernels(() => {
    const map = unpackMap(extended);
    return map && { ...map, ridge: map.ridge.slice() };
  });

export function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!;
}
