import type { View } from '../../../packages/fingerprint/src/index.ts';
import { generator } from '../../random.ts';
import type { Attacker } from './attacker.ts';
import { enrolled, probeOf, scoreOf, type Enrollment, type Scorer } from './judgment.ts';
import { fitnessOn } from './lab.ts';
import { byDanger, outcomeOf, type Attack, type Outcome } from './outcome.ts';
import { enrollments, type Finger, type Population } from './population.ts';

export interface Effort {
  /** Records that each attacker makes, and the number sent first. */
  readonly records: number;
  readonly sentFirst: number;
  /** The number of most dangerous attackers per scorer that send all their records. */
  readonly sendAll: number;
  readonly searched: number;
  /** Enrollments to practice on, of one view each. */
  readonly practiced: number;
}

/**
 * Attackers make records from some of the training fingers and practice on others, because practice on the same fingers would overfit. Their
 * records are then sent to every enrollment of the measured fingers.
 */
export class Gate {
  readonly #material: readonly Finger[];
  readonly #effort: Effort;
  readonly #measured: Record<Scorer, Enrollment[]>;
  readonly #practice: Record<Scorer, Enrollment[]>;

  constructor(population: Population, effort: Effort) {
    const practice = new Set(spread(population.trained, effort.practiced));
    this.#material = population.trained.filter((finger) => !practice.has(finger));
    this.#effort = effort;
    this.#measured = bothScorers(enrollments(population.measured));
    this.#practice = bothScorers([...practice].map(({ captures }) => [captures[0]!]));
  }

  attack(attacker: Attacker, scorer: Scorer, seed: number): Attack {
    const start = process.cpuUsage();
    const made = attacker.make({
      scorer,
      fingers: this.#material,
      random: generator(seed),
      records: this.#effort.records,
      effort: this.#effort.searched,
      fitness: fitnessOn(this.#practice[scorer]),
    });
    const attack: Attack = { attacker: attacker.name, scorer, made, scores: [], cpuSeconds: 0 };
    this.#send(attack, this.#effort.sentFirst);
    attack.cpuSeconds = process.cpuUsage(start).user / 1e6;
    return attack;
  }

  /** The remaining records of the most dangerous attackers, for a bound on their rate. */
  pressOn(attacks: readonly Attack[], progress: (attack: Attack) => void): void {
    const dangerous = attacks.toSorted((a, b) => byDanger(this.outcome(a), this.outcome(b)));
    for (const attack of dangerous.slice(0, this.#effort.sendAll)) {
      const start = process.cpuUsage();
      this.#send(attack, attack.made.length);
      attack.cpuSeconds += process.cpuUsage(start).user / 1e6;
      progress(attack);
    }
  }

  outcome(attack: Attack): Outcome {
    return outcomeOf(attack, this.#measured[attack.scorer].length);
  }

  #send({ made, scores, scorer }: Attack, upTo: number): void {
    for (const record of made.slice(scores.length, upTo)) {
      const probe = probeOf(record);
      scores.push(probe === undefined ? [] : this.#measured[scorer].flatMap((one) => scoreOf(probe, one) ?? []));
    }
  }
}

function bothScorers(all: readonly (readonly View[])[]): Record<Scorer, Enrollment[]> {
  const of = (scorer: Scorer): Enrollment[] => all.map((views) => enrolled(views, scorer));
  return { full: of('full'), minutiae: of('minutiae') };
}

/** Evenly spaced. */
function spread<T>(all: readonly T[], count: number): T[] {
  return all.filter((_, k) => Math.floor((k * count) / all.length) !== Math.floor(((k - 1) * count) / all.length));
}
