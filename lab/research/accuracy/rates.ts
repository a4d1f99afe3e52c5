import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';

/** Scores in falling order. A score is accepted if it is ≥ the threshold. */
export interface Trial {
  readonly score: number;
  readonly genuine: boolean;
  /** Index of the finger of each capture. */
  readonly fingers: readonly [number, number];
}

/** Fractions, 0 to 1. */
export interface Rates {
  readonly eer: number;
  readonly fmr100: number;
  readonly fmr1000: number;
  readonly zeroFmr: number;
  /** The false non-match rate at THRESHOLD. */
  readonly missed: number;
}

interface CurvePoint {
  readonly threshold: number;
  readonly falseMatch: number;
  readonly falseNonMatch: number;
}

export function sortTrials<Each extends Trial>(trials: Each[]): Each[] {
  return trials.sort((a, b) => b.score - a.score);
}

/** One point per distinct score, from accepting nothing to accepting all. `weight` is how often a trial counts. */
export function curve(sorted: readonly Trial[], weight: (trial: Trial) => number = () => 1): CurvePoint[] {
  let genuine = 0;
  let impostor = 0;
  for (const trial of sorted) {
    if (trial.genuine) genuine += weight(trial);
    else impostor += weight(trial);
  }
  const points: CurvePoint[] = [{ threshold: Infinity, falseMatch: 0, falseNonMatch: 1 }];
  let matched = 0;
  let mistaken = 0;
  for (const [i, trial] of sorted.entries()) {
    if (trial.genuine) matched += weight(trial);
    else mistaken += weight(trial);
    if (sorted[i + 1]?.score === trial.score) continue;
    points.push({ threshold: trial.score, falseMatch: mistaken / impostor, falseNonMatch: 1 - matched / genuine });
  }
  return points;
}

/** EER as in FVC: the mean of the two rates where they cross. */
export function rates(points: readonly CurvePoint[]): Rates {
  let eer = 1;
  let gap = Infinity;
  for (const { falseMatch, falseNonMatch } of points) {
    const here = Math.abs(falseMatch - falseNonMatch);
    if (here >= gap) continue;
    gap = here;
    eer = (falseMatch + falseNonMatch) / 2;
  }
  const least = (isAllowed: (point: CurvePoint) => boolean): number =>
    Math.min(...points.filter(isAllowed).map((point) => point.falseNonMatch));
  const missedAt = (limit: number): number => least(({ falseMatch }) => falseMatch <= limit);
  const missed = least(({ threshold }) => threshold >= THRESHOLD);
  return { eer, fmr100: missedAt(0.01), fmr1000: missedAt(0.001), zeroFmr: missedAt(0), missed };
}

const KEYS: readonly (keyof Rates)[] = ['eer', 'fmr100', 'fmr1000', 'zeroFmr', 'missed'];

/** One value for each rate. */
export const ofEach = <Value>(valueOf: (key: keyof Rates) => Value): Record<keyof Rates, Value> =>
  Object.fromEntries(KEYS.map((key) => [key, valueOf(key)])) as Record<keyof Rates, Value>;

export function meanRates(all: readonly Rates[]): Rates {
  return ofEach((key) => all.reduce((sum, each) => sum + each[key], 0) / all.length);
}
