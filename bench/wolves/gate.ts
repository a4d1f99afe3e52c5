import { THRESHOLD, type View } from '../../packages/fingerprint/src/index.ts';
import { generator } from '../random.ts';
import type { Attacker } from './attacker.ts';
import { upperBound } from './bound.ts';
import { enrolled, probeOf, scoreOf, type Enrollment, type Scorer } from './judgement.ts';
import { fitnessOn, type Lab } from './lab.ts';
import { enrollments, type Finger, type Population } from './population.ts';

export interface Effort {
  readonly records: number;
  readonly searched: number;
  /** Enrollments to practise on, of one view each. */
  readonly practised: number;
}

export interface Outcome {
  readonly attacker: string;
  readonly scorer: Scorer;
  readonly records: number;
  readonly refused: number;
  /** Every record against every measured enrollment. One that is refused is no match. */
  readonly attempts: number;
  readonly hits: number;
  /** Part of the attempts that were hits, and its upper 95 % bound. */
  readonly rate: number;
  readonly bound: number;
  readonly bestScore: number;
  /** Of the processor: searching and measuring. */
  readonly cpuSeconds: number;
}

/**
 * Of the trained fingers attackers take some to make records of and others to practise on: who practised on his own material would learn
 * nothing but it. What they made is then sent to every enrollment of the measured fingers.
 */
export class Gate {
  readonly #material: readonly Finger[];
  readonly #effort: Effort;
  readonly #measured: Record<Scorer, Enrollment[]>;
  readonly #practice: Record<Scorer, Enrollment[]>;

  constructor(population: Population, effort: Effort) {
    const practice = new Set(spread(population.trained, effort.practised));
    this.#material = population.trained.filter((finger) => !practice.has(finger));
    this.#effort = effort;
    this.#measured = bothScorers(enrollments(population.measured));
    this.#practice = bothScorers([...practice].map(({ touches }) => [touches[0]!]));
  }

  attack(attacker: Attacker, scorer: Scorer, seed: number): Outcome & { readonly made: readonly Uint8Array[] } {
    const start = process.cpuUsage();
    const lab: Lab = {
      scorer,
      fingers: this.#material,
      random: generator(seed),
      records: this.#effort.records,
      effort: this.#effort.searched,
      fitness: fitnessOn(this.#practice[scorer]),
    };
    const made = attacker.make(lab);
    const scores = made.map((record) => this.#scores(record, scorer));
    const attempts = made.length * this.#measured[scorer].length;
    const hits = scores.flat().filter((score) => score >= THRESHOLD).length;
    return {
      attacker: attacker.name,
      scorer,
      records: made.length,
      refused: scores.filter((each) => each.length === 0).length,
      attempts,
      hits,
      rate: attempts === 0 ? 0 : hits / attempts,
      bound: upperBound(hits, attempts),
      bestScore: scores.flat().reduce((best, score) => Math.max(best, score), 0),
      cpuSeconds: process.cpuUsage(start).user / 1e6,
      made,
    };
  }

  #scores(record: Uint8Array, scorer: Scorer): number[] {
    const probe = probeOf(record);
    return probe === undefined ? [] : this.#measured[scorer].flatMap((one) => scoreOf(probe, one) ?? []);
  }
}

function bothScorers(all: readonly (readonly View[])[]): Record<Scorer, Enrollment[]> {
  const of = (scorer: Scorer): Enrollment[] => all.map((views) => enrolled(views, scorer));
  return { full: of('full'), minutiae: of('minutiae') };
}

/** So many, evenly over all. */
function spread<T>(all: readonly T[], count: number): T[] {
  return all.filter((_, k) => Math.floor((k * count) / all.length) !== Math.floor(((k - 1) * count) / all.length));
}
