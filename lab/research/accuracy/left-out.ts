import { oddsToScore } from '../../../packages/fingerprint/src/compare/score.ts';
import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import { fit, type Fitted, type Sample } from './fit.ts';
import type { Measured, WeighedTrial } from './measure.ts';
import { sortTrials } from './rates.ts';

/** Scores each set with weights and bands that were fitted on the other sets. */
export function leftOut(measured: readonly Measured[]): Measured[] {
  return measured.map((set) => {
    const fitted = fit(samplesOf(measured.filter((other) => other !== set)));
    return { ...set, trials: sortTrials(set.trials.map((trial) => rescored(trial, fitted))) };
  });
}

export function samplesOf(sets: readonly Measured[]): Sample[][] {
  return sets.map(({ trials }) =>
    trials.flatMap(({ values, genuine, hopeless }) => (values === undefined ? [] : [{ values, genuine, hopeless }])),
  );
}

function rescored(trial: WeighedTrial, { bias, weights, bands }: Fitted): WeighedTrial {
  if (trial.values === undefined) return trial;
  const odds = trial.values.reduce((sum, value, k) => sum + value * weights[k]!, bias);
  const score = oddsToScore(odds, bands);
  if (trial.hopeless) return { ...trial, score: 0 };
  return { ...trial, score: trial.contradicted ? Math.min(score, THRESHOLD - 1) : score };
}
