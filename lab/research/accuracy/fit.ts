/** Weights, and the bands that turn log odds into a score, in the format of the engine's SCORE. */
export interface Fitted {
  readonly bias: number;
  readonly weights: readonly number[];
  readonly bands: readonly (readonly [number, number])[];
}

export interface Sample {
  readonly values: readonly number[];
  readonly genuine: boolean;
  /** The score is 0, whatever the values. */
  readonly hopeless?: boolean | undefined;
}

const ROUNDS = 60;
const STEPS_BACK = 20;
/**
 * The penalty of squared weights, each scaled by the spread of its value. Evidence that separates fingers on some sensors may not on others, so no
 * weight may dominate.
 */
const RIDGE = 100;

/**
 * Weights from all samples. Bands from the impostors of every set, each under weights fitted on the other sets, so that the stated rate holds on
 * a set that was never seen.
 */
export function fit(sets: readonly (readonly Sample[])[]): Fitted {
  const weights = fitWeights(sets.flat());
  const [bias, ...others] = weights;
  const unseen = sets.flatMap((set, k) =>
    impostorOdds(sets.length < 2 ? weights : fitWeights(sets.filter((_, other) => other !== k).flat()), set),
  );
  return { bias: bias!, weights: others, bands: bandsOf(unseen.sort((a, b) => b - a)) };
}

/** Logistic regression by Newton's steps in which no weight but the bias, which comes first, falls below 0. */
function fitWeights(samples: readonly Sample[]): Float64Array {
  const scale = spreads(samples);
  const rows = samples.map(({ values }) => Float64Array.from([1, ...values.map((value, k) => value / scale[k]!)]));
  const wanted = samples.map(({ genuine }) => genuine);
  let weights = new Float64Array(rows[0]!.length);
  let loss = lossOf(weights, rows, wanted);
  for (let round = 0; round < ROUNDS; round++) {
    const step = newtonStep(weights, rows, wanted);
    let better: { weights: Float64Array<ArrayBuffer>; loss: number } | undefined;
    for (let k = 0, part = 1; k < STEPS_BACK && better === undefined; k++, part /= 2) {
      const tried = weights.map((weight, i) =>
        i === 0 ? weight - part * step[i]! : Math.max(0, weight - part * step[i]!),
      );
      const found = lossOf(tried, rows, wanted);
      if (found < loss) better = { weights: tried, loss: found };
    }
    if (better === undefined || loss - better.loss < 1e-9 * loss) break;
    ({ weights, loss } = better);
  }
  return weights.map((weight, k) => (k === 0 ? weight : weight / scale[k - 1]!));
}

/** Standard deviation of each value. */
function spreads(samples: readonly Sample[]): number[] {
  return samples[0]!.values.map((_, k) => {
    const mean = samples.reduce((sum, { values }) => sum + values[k]!, 0) / samples.length;
    const square = samples.reduce((sum, { values }) => sum + (values[k]! - mean) ** 2, 0) / samples.length;
    return Math.sqrt(square) || 1;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function lossOf(weights: Float64Array, rows: readonly Float64Array[], wanted: readonly boolean[]): number {
  let loss = 0;
  for (const [k, row] of rows.entries()) {
    const odds = wanted[k] ? dot(weights, row) : -dot(weights, row);
    loss += odds > 0 ? Math.log1p(Math.exp(-odds)) : Math.log1p(Math.exp(odds)) - odds;
  }
  for (let i = 1; i < weights.length; i++) loss += (RIDGE / 2) * weights[i]! ** 2;
  return loss;
}

/** A weight that is 0 and would fall is not changed. */
function newtonStep(weights: Float64Array, rows: readonly Float64Array[], wanted: readonly boolean[]): Float64Array {
  const size = weights.length;
  const slope = weights.map((weight, i) => (i === 0 ? 0 : RIDGE * weight));
  const bend = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => (i === j ? RIDGE : 0)),
  );
  for (const [k, row] of rows.entries()) {
    const share = 1 / (1 + Math.exp(-dot(weights, row)));
    const miss = share - (wanted[k] ? 1 : 0);
    const curve = share * (1 - share);
    for (let i = 0; i < size; i++) {
      slope[i]! += miss * row[i]!;
      for (let j = 0; j < size; j++) bend[i]![j]! += curve * row[i]! * row[j]!;
    }
  }
  const free = Array.from(weights.keys()).filter((i) => i === 0 || weights[i]! > 0 || slope[i]! < 0);
  const solved = solve(free.map((i) => Float64Array.from([...free.map((j) => bend[i]![j]!), slope[i]!])));
  const step = new Float64Array(size);
  for (const [k, i] of free.entries()) step[i] = solved[k]!;
  return step;
}

/** Gauss's elimination of rows with their right side as the last column. */
function solve(rows: readonly Float64Array[]): number[] {
  const size = rows.length;
  const left = [...rows];
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let r = column + 1; r < size; r++)
      if (Math.abs(left[r]![column]!) > Math.abs(left[pivot]![column]!)) pivot = r;
    [left[column], left[pivot]] = [left[pivot]!, left[column]!];
    for (let r = 0; r < size; r++) {
      if (r === column) continue;
      const part = left[r]![column]! / left[column]![column]!;
      for (let c = column; c <= size; c++) left[r]![c]! -= part * left[column]![c]!;
    }
  }
  return left.map((row, k) => row[size]! / row[k]!);
}

function impostorOdds(weights: Float64Array, samples: readonly Sample[]): number[] {
  return samples.flatMap(({ values, genuine, hopeless }) => {
    if (genuine) return [];
    return [hopeless ? -Infinity : dot(weights, Float64Array.from([1, ...values]))];
  });
}

/** Share of the impostors in the tail. */
const TAIL = 0.005;

/**
 * 10 where a tenth of the impostors is above, 20 where a hundredth is. From there a straight line through the tail, because a few pairs must not
 * decide 30 and 40. Beyond 60 scores grow a third as fast, because no set is large enough to measure them.
 */
function bandsOf(highestFirst: readonly number[]): [number, number][] {
  const at = (rate: number): number => highestFirst[Math.floor(highestFirst.length * rate)]!;
  const { slope, start } = tailLine(highestFirst);
  const oddsAt = (score: number): number => (score - start) / slope;
  const [ten, twenty] = [at(0.1), at(0.01)];
  return [
    [2 * ten - twenty, 0],
    [ten, 10],
    [twenty, 20],
    [oddsAt(30), 30],
    [oddsAt(40), 40],
    [oddsAt(60), 60],
    [oddsAt(90), 70],
  ];
}

/** Least squares of the score, −10 · log10 of the measured rate, on the odds. */
function tailLine(highestFirst: readonly number[]): { slope: number; start: number } {
  const odds = highestFirst.slice(0, Math.max(2, Math.floor(highestFirst.length * TAIL)));
  const scores = odds.map((_, k) => -10 * Math.log10((k + 0.7) / highestFirst.length));
  const mean = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [middle, height] = [mean(odds), mean(scores)];
  const slope =
    odds.reduce((sum, value, k) => sum + (value - middle) * (scores[k]! - height), 0) /
    odds.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return { slope, start: height - slope * middle };
}
