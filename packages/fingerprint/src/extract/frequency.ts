import { CELL, FREQUENCY, LINES } from '../constants.ts';
import { addressOf, call, withKernels } from '../kernels/memory.ts';
import { lineOffsets } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const PERIODS = Float64Array.from(
  { length: FREQUENCY.bins },
  (_, k) => FREQUENCY.minPeriod * (FREQUENCY.maxPeriod / FREQUENCY.minPeriod) ** (k / (FREQUENCY.bins - 1)),
);
const COUNT = 2 * FREQUENCY.reach + 1;
const WAVES = waves();

/** Neighboring blocks add up their powers: ridges have a common peak and noise has none. */
export function ridgePeriod(lines: Plane, field: Orientation, mask: Mask): Plane {
  const { width, height, data } = smooth(blockPowers(lines, field, mask), 1, FREQUENCY.poolPasses, PERIODS.length);
  const logs = newPlane(width, height / PERIODS.length);
  const weights = newPlane(width, height / PERIODS.length);
  for (let i = 0; i < logs.data.length; i++) {
    const { period, strength } = peak(data, i, logs.data.length);
    weights.data[i] = strength;
    logs.data[i] = strength * Math.log(period);
  }
  const sums = smooth(logs, 1, FREQUENCY.smoothPasses).data;
  const totals = smooth(weights, 1, FREQUENCY.smoothPasses).data;
  const periods = Float64Array.from(totals, (total, block) =>
    total > 0 ? Math.exp(sums[block]! / total) : FREQUENCY.usualPeriod,
  );
  return toCells(periods, width, mask);
}

function toCells(periods: Float64Array, width: number, mask: Mask): Plane {
  const out = newPlane(mask.width, mask.height);
  for (let row = 0, cell = 0; row < mask.height; row++) {
    const first = Math.floor(row / FREQUENCY.blockCells) * width;
    for (let column = 0; column < mask.width; column++, cell++)
      if (mask.data[cell] === 1) out.data[cell] = periods[first + Math.floor(column / FREQUENCY.blockCells)]!;
  }
  return out;
}

/** The power of the profile through each block: one plane per period, stacked. */
function blockPowers(lines: Plane, field: Orientation, mask: Mask): Plane {
  const width = Math.ceil(mask.width / FREQUENCY.blockCells);
  const height = Math.ceil(mask.height / FREQUENCY.blockCells);
  const blocks = width * height;
  const powers = newPlane(width, PERIODS.length * height);
  const offsets = lineOffsets(lines.width, FREQUENCY.reach, true);
  withKernels(() => {
    const [line, waves] = [addressOf(offsets), addressOf(WAVES)];
    for (let block = 0; block < blocks; block++) {
      const cell = cellOf(block, width, mask);
      if (mask.data[cell] === 0) continue;
      const middle = Math.floor(cell / mask.width) * CELL * lines.width + (cell % mask.width) * CELL;
      const [from, to] = [lines.data.subarray(middle), powers.data.subarray(block)];
      call('powers', from, line + 4 * field.step[cell]! * COUNT, waves, COUNT, PERIODS.length, to, 4 * blocks);
    }
  });
  return powers;
}

function cellOf(block: number, width: number, mask: Mask): number {
  const half = FREQUENCY.blockCells >> 1;
  const row = Math.min(mask.height - 1, Math.floor(block / width) * FREQUENCY.blockCells + half);
  const column = Math.min(mask.width - 1, (block % width) * FREQUENCY.blockCells + half);
  return row * mask.width + column;
}

/** The strongest period, interpolated between the bins by a parabola. `step`: distance between the powers of two periods. */
function peak(powers: Float32Array, i: number, step: number): { period: number; strength: number } {
  const last = PERIODS.length - 1;
  let best = 0;
  for (let bin = 1; bin <= last; bin++) if (powers[bin * step + i]! > powers[best * step + i]!) best = bin;
  const at = powers[best * step + i]!;
  const before = powers[Math.max(0, best - 1) * step + i]!;
  const after = powers[Math.min(last, best + 1) * step + i]!;
  const bend = before - 2 * at + after;
  const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  const found = PERIODS[best]! * (PERIODS[1]! / PERIODS[0]!) ** shift;
  return { period: Math.max(FREQUENCY.minPeriod, Math.min(FREQUENCY.maxPeriod, found)), strength: at };
}

/** COUNT pairs of cosine and sine per period, amplified by as much as smoothing weakened that period. */
function waves(): Float64Array {
  const { reach } = FREQUENCY;
  const window = Float64Array.from(
    { length: COUNT },
    (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * (k - reach)) / (reach + 1)),
  );
  const total = window.reduce((sum, value) => sum + value, 0);
  const table = new Float64Array(PERIODS.length * COUNT * 2);
  for (const [bin, period] of PERIODS.entries()) {
    const w = (2 * Math.PI) / period;
    const gain = Math.exp((w * w * LINES.acrossSigma * LINES.acrossSigma) / 2);
    const cos = window.map((value, k) => gain * value * Math.cos(w * (k - reach)));
    const mean = cos.reduce((sum, value) => sum + value, 0) / total;
    for (let k = 0; k < COUNT; k++) {
      table[2 * (bin * COUNT + k)] = cos[k]! - mean * window[k]!;
      table[2 * (bin * COUNT + k) + 1] = gain * window[k]! * Math.sin(w * (k - reach));
    }
  }
  return table;
}
