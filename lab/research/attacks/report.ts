import { table } from '../../table.ts';
import { SCORERS } from './judgment.ts';
import { byDanger, type Outcome } from './outcome.ts';

const LIMITS = { rate: 0.0001, bound: 0.0005 } as const;

export interface Report {
  readonly seed: number;
  readonly fingers: { readonly trained: number; readonly measured: number; readonly enrollments: number };
  readonly outcomes: readonly Outcome[];
  readonly best: readonly (Outcome & { readonly passed: boolean })[];
  readonly passed: boolean;
}

export function judged(outcomes: readonly Outcome[]): Pick<Report, 'best' | 'passed'> {
  const best = SCORERS.flatMap((scorer) =>
    outcomes
      .filter((outcome) => outcome.scorer === scorer)
      .toSorted(byDanger)
      .slice(0, 1),
  ).map((outcome) => ({
    ...outcome,
    passed: outcome.rate <= LIMITS.rate && outcome.bound <= LIMITS.bound,
  }));
  return { best, passed: best.every(({ passed }) => passed) };
}

export function reportTable(report: Report): string {
  const { fingers } = report;
  return [
    `Attackers learned on ${fingers.trained} fingers and were measured on ${fingers.enrollments} enrollments of ${fingers.measured} others. Seed ${report.seed}.`,
    'A false match is a record that is taken for one enrollment; a record that is refused is none. The most dangerous attackers sent all',
    'that they made, the others their most promising records.',
    '',
    table(
      ['scorer', 'attacker', 'records', 'refused', 'attempts', 'hits', 'rate %', '95 % bound', 'best score', 'cpu s'],
      report.outcomes.map((one) => [
        one.scorer,
        one.attacker,
        String(one.records),
        String(one.refused),
        String(one.attempts),
        String(one.hits),
        percent(one.rate),
        percent(one.bound),
        one.bestScore.toFixed(1),
        one.cpuSeconds.toFixed(1),
      ]),
    ),
    '',
    ...report.best.map(verdict),
  ].join('\n');
}

function verdict(one: Report['best'][number]): string {
  const asked = `at most ${percent(LIMITS.rate)} %, bound at most ${percent(LIMITS.bound)} %`;
  return `${one.passed ? 'holds' : 'FAILS'}  ${one.scorer}: best attacker ${one.attacker}, ${percent(one.rate)} % (bound ${percent(one.bound)} %; ${asked})`;
}

function percent(part: number): string {
  return (100 * part).toFixed(3);
}
