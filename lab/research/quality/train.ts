import { fitWeights } from '../accuracy/fit.ts';
import { errorVersusReject } from '../accuracy/reject.ts';
import { table } from '../../../tools/table.ts';
import { GRADE } from '../../../packages/fingerprint/src/constants.ts';
import { gradeImage, zScores, wholeGrade, type Grading } from '../../../packages/fingerprint/src/extract/grade.ts';
import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import { gradedSets, type GradedSet, type GradedCapture } from './graded-captures.ts';

/** Mean and standard deviation of the quality. */
const MEAN = 75;
const DEVIATION = 27;
const REJECTED = [0, 0.1, 0.2, 0.3, 0.4, 0.5];

type Grader = (capture: GradedCapture) => number;

/** The usual values over all sets, and the benefit of the quality: current, and per set with a fit on the other sets. */
export function trainQuality(folder: string): string {
  const sets = gradedSets(folder);
  const shipped = gradedBy(GRADE);
  return [
    `Part of the genuine pairs below ${THRESHOLD}, in percent, when those with the worst captures are rejected:`,
    ...block('as it is', sets, () => shipped),
    ...(sets.length < 2 ? [] : block('left out', sets, (set) => gradedBy(usualOf(without(sets, set))))),
    ...(sets.length < 2
      ? []
      : block('left out, weights fitted to the outcome', sets, (set) => fitted(without(sets, set)))),
    'What is usual, over all sets (GRADE):',
    ...rowsOf(usualOf(sets)),
  ].join('\n');
}

const without = (sets: readonly GradedSet[], left: GradedSet): GradedSet[] => sets.filter((set) => set !== left);

const gradedBy =
  (grading: Grading): Grader =>
  ({ measures, view }) =>
    wholeGrade(gradeImage(measures, grading), view.minutiae.length);

/** Mean and standard deviation of each measure, and the bias and scale of the quality. */
function usualOf(sets: readonly GradedSet[]): Grading {
  const captures = sets.flatMap((set) => set.captures);
  const causes = GRADE.causes.map((cause) =>
    cause.map(([measure]) => {
      const { mean, deviation } = spreadOf(captures.map(({ measures }) => measures[measure]));
      return [measure, mean, deviation] as const;
    }),
  );
  const { mean, deviation } = spreadOf(captures.map(({ measures }) => sumOf(enough(zScores(measures, { causes })))));
  const scale = DEVIATION / deviation;
  return { causes, enough: GRADE.enough, bias: MEAN - scale * mean, scale };
}

/** Weights of the causes by logistic regression on the results of pairs, none below 0. */
function fitted(sets: readonly GradedSet[]): Grader {
  const { causes } = usualOf(sets);
  const values = ({ measures }: GradedCapture): number[] => enough(zScores(measures, { causes }));
  const samples = sets.flatMap(({ pairs }) =>
    pairs.map(({ one, other, score }) => {
      const others = values(other);
      return { values: values(one).map((value, k) => value + others[k]!), genuine: score >= THRESHOLD };
    }),
  );
  const [, ...weights] = fitWeights(samples);
  const odds = (capture: GradedCapture): number => sumOf(values(capture).map((value, k) => value * weights[k]!));
  const { mean, deviation } = spreadOf(sets.flatMap((set) => set.captures.map(odds)));
  return (capture) => MEAN + (DEVIATION * (odds(capture) - mean)) / deviation;
}

function rowsOf({ causes, bias, scale }: Grading): string[] {
  const short = (value: number): number => Number(value.toPrecision(3));
  return [
    ...causes.map((cause) =>
      JSON.stringify(cause.map(([measure, usual, spread]) => [measure, short(usual), short(spread)])),
    ),
    `bias ${short(bias)}, scale ${short(scale)}`,
  ];
}

const enough = (all: readonly number[]): number[] => all.map((value) => Math.min(GRADE.enough, value));
const sumOf = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0);

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = sumOf(values) / values.length;
  return { mean, deviation: Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / values.length) || 1 };
}

function block(title: string, sets: readonly GradedSet[], graderFor: (set: GradedSet) => Grader): string[] {
  const graded = sets.map((set) => {
    const grade = graderFor(set);
    return set.pairs.map(({ one, other, score }) => ({
      score,
      captures: [{ quality: grade(one) }, { quality: grade(other) }] as const,
    }));
  });
  const row = (name: string, pairs: (typeof graded)[number]): string[] => [
    name,
    ...errorVersusReject(pairs, THRESHOLD, REJECTED).map(({ falseNonMatch }) => (100 * falseNonMatch).toFixed(2)),
  ];
  const head = [title, ...REJECTED.map((part) => `${100 * part} %`)];
  return [table(head, [...sets.map(({ name }, k) => row(name, graded[k]!)), row('all', graded.flat())]), ''];
}
