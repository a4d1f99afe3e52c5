import { generator } from '../../random.ts';
import type { Trial } from './rates.ts';

export interface CalibrationPoint {
  readonly score: number;
  /** The false match rate that the score states. */
  readonly stated: number;
  /** Part of the impostor pairs of all sets with at least this score. */
  readonly measured: number;
  /** 95 % of `measured`, by resampling fingers. */
  readonly interval: readonly [number, number];
}

const SCORES = [20, 25, 30, 35, 40];

/** Compares stated and measured false match rates. `sets` are scored with a fit on the other sets. */
export function calibration(
  sets: readonly { readonly trials: readonly Trial[]; readonly fingers: number }[],
  samples: number,
): CalibrationPoint[] {
  const random = generator(1);
  const once = sets.map(({ fingers }) => new Float64Array(fingers).fill(1));
  const measured = ratesOf(sets, once);
  const resampled = Array.from({ length: samples }, () =>
    ratesOf(
      sets,
      sets.map(({ fingers }) => {
        const times = new Float64Array(fingers);
        for (let k = 0; k < fingers; k++) times[Math.floor(random() * fingers)]!++;
        return times;
      }),
    ),
  );
  return SCORES.map((score, k) => {
    const sorted = resampled.map((rates) => rates[k]!).sort((a, b) => a - b);
    const interval = [sorted[Math.floor(samples * 0.025)]!, sorted[Math.ceil(samples * 0.975) - 1]!] as const;
    return { score, stated: 10 ** (-score / 10), measured: measured[k]!, interval };
  });
}

/** The rate at each score. A pair counts as often as its two fingers were drawn. */
function ratesOf(sets: Parameters<typeof calibration>[0], times: readonly Float64Array[]): number[] {
  const above = SCORES.map(() => 0);
  let all = 0;
  for (const [s, { trials }] of sets.entries()) {
    for (const { genuine, score, fingers } of trials) {
      if (genuine) continue;
      const count = times[s]![fingers[0]]! * times[s]![fingers[1]]!;
      all += count;
      for (const [k, least] of SCORES.entries()) if (score >= least) above[k]! += count;
    }
  }
  return above.map((count) => count / all);
}
