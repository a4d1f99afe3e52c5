import { encodeTemplate, TemplateError, type View } from '../../../packages/fingerprint/src/index.ts';
import { probeOf, scoreOf, type Enrollment, type Scorer } from './judgement.ts';
import type { Finger } from './population.ts';

/** What an attacker has: fingers to learn from, and the engine itself. */
export interface Lab {
  readonly scorer: Scorer;
  /** To make records of; none of them is practised on. */
  readonly fingers: readonly Finger[];
  readonly random: () => number;
  /** How many records are wanted. */
  readonly records: number;
  /** A search may judge about so many records in all. */
  readonly effort: number;
  /** How well a record does in practice: the higher, the nearer to being taken for many. */
  fitness(record: Uint8Array): number;
}

/** Refused. */
export const HOPELESS = -1;
/** A record that comes near to a few is better than one that is a little like all. */
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

/** The record of these views; undefined where the format itself rules it out. */
export function recordOf(views: readonly View[]): Uint8Array | undefined {
  try {
    return encodeTemplate(views);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

export function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!;
}
