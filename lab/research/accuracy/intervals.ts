import { generator } from '../../random.ts';
import { curve, meanRates, ofEach, rates, type Rates, type Trial } from './rates.ts';

export type Interval = Record<keyof Rates, readonly [number, number]>;

/**
 * 95 % intervals by resampling fingers, not pairs: pairs of one finger succeed and fail together. Each sample draws as many
 * fingers as there are, with replacement; a pair counts as often as its fingers were drawn together.
 */
export function resampleFingers(
  sets: readonly { trials: readonly Trial[]; fingers: number }[],
  samples: number,
): { perSet: Interval[]; mean: Interval } {
  const random = generator(1);
  const perSet: Rates[][] = sets.map(() => []);
  const means: Rates[] = [];
  for (let s = 0; s < samples; s++) {
    const drawn = sets.map(({ trials, fingers }) => {
      const times = new Float64Array(fingers);
      for (let k = 0; k < fingers; k++) times[Math.floor(random() * fingers)]!++;
      return rates(curve(trials, ({ fingers: [a, b] }) => (a === b ? times[a]! : times[a]! * times[b]!)));
    });
    drawn.forEach((each, k) => perSet[k]!.push(each));
    means.push(meanRates(drawn));
  }
  return { perSet: perSet.map(interval), mean: interval(means) };
}

function interval(samples: readonly Rates[]): Interval {
  return ofEach((key): [number, number] => {
    const values = samples.map((sample) => sample[key]).sort((a, b) => a - b);
    return [values[Math.floor(values.length * 0.025)]!, values[Math.ceil(values.length * 0.975) - 1]!];
  });
}
