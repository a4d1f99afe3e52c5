/** A small seeded generator in integer arithmetic, so that every runtime draws the same numbers. */
export interface Random {
  unit(): number;
  between(low: number, high: number): number;
  /** Roughly normal with mean 0 and deviation 1, never beyond ±3.5, so that no finger is an unnatural outlier. */
  normal(): number;
}

/** Each purpose has its own stream, so that a new draw in one stage does not change other stages. */
export const randomFor = (purpose: string, ...numbers: readonly number[]): Random => {
  let state = 0x9e3779b9;
  for (let i = 0; i < purpose.length; i++) state = scramble(state ^ purpose.charCodeAt(i));
  for (const number of numbers) {
    state = scramble(state ^ (number >>> 0));
    state = scramble(state ^ Math.floor(number / 0x1_0000_0000));
  }
  const unit = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return (scramble(state) >>> 0) / 0x1_0000_0000;
  };
  return {
    unit,
    between: (low, high) => low + unit() * (high - low),
    // The sum of four uniform numbers is near enough to a normal one and needs no logarithm, which runtimes round differently.
    normal: () => (unit() + unit() + unit() + unit() - 2) * Math.sqrt(3),
  };
};

const scramble = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
};
