import { CELL, FREQUENCY } from '../constants.ts';
import { lineOffsets } from './directions.ts';
import type { Orientation } from './orientation.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const PERIODS = Float64Array.from(
  { length: FREQUENCY.bins },
  (_, k) => FREQUENCY.minPeriod * (FREQUENCY.maxPeriod / FREQUENCY.minPeriod) ** (k / (FREQUENCY.bins - 1)),
);
const WAVES = waves();

/**
 * Ridge period in pixels per cell. Reads the gray profile across the ridges at the middle of each block, takes its power at a
 * row of periods, and lets neighbouring blocks add up their powers before the strongest period is picked: noise has no
 * common peak, ridges do.
 */
export function ridgePeriod(lines: Plane, field: Orientation, mask: Mask): Plane {
  const powers = blockPowers(lines, field, mask).map((plane) => smooth(plane, 1, FREQUENCY.poolPasses));
  const { width, height } = powers[0]!;
  const logs = newPlane(width, height);
  const weights = newPlane(width, height);
  for (let i = 0; i < logs.data.length; i++) {
    const { period, strength } = peak(powers, i);
    weights.data[i] = strength;
    logs.data[i] = strength * Math.log(period);
  }
  const sums = smooth(logs, 1, FREQUENCY.smoothPasses).data;
  const totals = smooth(weights, 1, FREQUENCY.smoothPasses).data;
  const out = newPlane(mask.width, mask.height);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const block =
      Math.floor(Math.floor(cell / mask.width) / FREQUENCY.blockCells) * width +
      Math.floor((cell % mask.width) / FREQUENCY.blockCells);
    out.data[cell] = totals[block]! > 0 ? Math.exp(sums[block]! / totals[block]!) : FREQUENCY.usualPeriod;
  }
  return out;
}

/** One plane per period: the power of the profile through each block. */
function blockPowers(lines: Plane, field: Orientation, mask: Mask): Plane[] {
  const width = Math.ceil(mask.width / FREQUENCY.blockCells);
  const height = Math.ceil(mask.height / FREQUENCY.blockCells);
  const powers = Array.from(PERIODS, () => newPlane(width, height));
  const count = 2 * FREQUENCY.reach + 1;
  const offsets = lineOffsets(lines.width, FREQUENCY.reach, true);
  const profile = new Float64Array(count);
  for (let block = 0; block < width * height; block++) {
    const cell = cellOf(block, width, mask);
    if (mask.data[cell] === 0) continue;
    const middle = Math.floor(cell / mask.width) * CELL * lines.width + (cell % mask.width) * CELL;
    const line = field.step[cell]! * count;
    for (let k = 0; k < count; k++) profile[k] = lines.data[middle + offsets[line + k]!]!;
    for (let bin = 0; bin < PERIODS.length; bin++) powers[bin]!.data[block] = power(profile, WAVES[bin]!);
  }
  return powers;
}

function cellOf(block: number, width: number, mask: Mask): number {
  const half = FREQUENCY.blockCells >> 1;
  const row = Math.min(mask.height - 1, Math.floor(block / width) * FREQUENCY.blockCells + half);
  const column = Math.min(mask.width - 1, (block % width) * FREQUENCY.blockCells + half);
  return row * mask.width + column;
}

function power(profile: Float64Array, wave: { cos: Float64Array; sin: Float64Array }): number {
  let c = 0;
  let s = 0;
  for (let k = 0; k < profile.length; k++) {
    c += profile[k]! * wave.cos[k]!;
    s += profile[k]! * wave.sin[k]!;
  }
  return c * c + s * s;
}

/** The strongest period, between the bins by a parabola through its neighbours. */
function peak(powers: readonly Plane[], i: number): { period: number; strength: number } {
  let best = 0;
  for (let bin = 1; bin < powers.length; bin++) if (powers[bin]!.data[i]! > powers[best]!.data[i]!) best = bin;
  const at = powers[best]!.data[i]!;
  const before = powers[Math.max(0, best - 1)]!.data[i]!;
  const after = powers[Math.min(powers.length - 1, best + 1)]!.data[i]!;
  const bend = before - 2 * at + after;
  const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  const found = PERIODS[best]! * (PERIODS[1]! / PERIODS[0]!) ** shift;
  return { period: Math.max(FREQUENCY.minPeriod, Math.min(FREQUENCY.maxPeriod, found)), strength: at };
}

/** Windowed waves with mean zero; each weighted up by what the smoothing of the lines took from its period. */
function waves(): { cos: Float64Array; sin: Float64Array }[] {
  const { reach, lineSigma } = FREQUENCY;
  return Array.from(PERIODS, (period) => {
    const w = (2 * Math.PI) / period;
    const gain = Math.exp((w * w * lineSigma * lineSigma) / 2);
    const window = Float64Array.from(
      { length: 2 * reach + 1 },
      (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * (k - reach)) / (reach + 1)),
    );
    const total = window.reduce((sum, value) => sum + value, 0);
    const cos = window.map((value, k) => gain * value * Math.cos(w * (k - reach)));
    const mean = cos.reduce((sum, value) => sum + value, 0) / total;
    return {
      cos: cos.map((value, k) => value - mean * window[k]!),
      sin: window.map((value, k) => gain * value * Math.sin(w * (k - reach))),
    };
  });
}
