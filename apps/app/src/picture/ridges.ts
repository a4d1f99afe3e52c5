import type { Gray } from './gray.ts';

/** What is known of the ridges in an image before the engine sees it. Lengths in pixels of that image. */
export interface Ridges {
  readonly period: number;
  /** The middle of the part that shows ridges. */
  readonly x: number;
  readonly y: number;
  /** 0 to 1: how clearly waves of one period cross the image. */
  readonly clarity: number;
}

/** Half the length of a profile, half the stretch of ridge that each of its values averages, and the distance between profiles. */
const REACH = 32;
const ALONG = 6;
const STEP = 24;
/** The periods that are looked for, from fine to coarse. */
const MIN_PERIOD = 4.5;
const MAX_PERIOD = 26;
const BINS = 40;
const RATIO = (MAX_PERIOD / MIN_PERIOD) ** (1 / (BINS - 1));
/** Less than this part of a profile's power at one period is no ridge. */
const MIN_PEAK = 0.3;
const MIN_CONTRAST = 4;

const WINDOW = Float64Array.from(
  { length: 2 * REACH + 1 },
  (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * (k - REACH)) / (REACH + 1)),
);

/** Reads gray profiles across the ridges at many places and finds the period that most of them share. Undefined: no ridges. */
export function findRidges(image: Gray): Ridges | undefined {
  const powers = new Float64Array(BINS);
  let places = 0;
  let found = 0;
  let weightSum = 0;
  let xSum = 0;
  let ySum = 0;
  for (let y = REACH + ALONG; y < image.height - REACH - ALONG; y += STEP) {
    for (let x = REACH + ALONG; x < image.width - REACH - ALONG; x += STEP) {
      places++;
      const own = profilePowers(profileAcross(image, x, y, gradientAngle(image, x, y)));
      if (own === undefined) continue;
      const weight = Math.max(...own);
      if (weight < MIN_PEAK) continue;
      found++;
      weightSum += weight;
      xSum += weight * x;
      ySum += weight * y;
      for (let bin = 0; bin < BINS; bin++) powers[bin]! += own[bin]!;
    }
  }
  if (found < 4) return undefined;
  return {
    period: peakPeriod(powers),
    x: xSum / weightSum,
    y: ySum / weightSum,
    clarity: (Math.max(...powers) / found) * Math.sqrt(found / places),
  };
}

/** The direction in which the gray values change most, from squared gradients: opposite slopes of a ridge add up. */
function gradientAngle({ width, pixels }: Gray, cx: number, cy: number): number {
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let y = cy - 14; y <= cy + 14; y++) {
    for (let i = y * width + cx - 14, end = i + 28; i <= end; i++) {
      const dx = pixels[i + 1]! - pixels[i - 1]!;
      const dy = pixels[i + width]! - pixels[i - width]!;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    }
  }
  return Math.atan2(2 * xy, xx - yy) / 2;
}

/** Gray values along a line across the ridges, each the mean of a short stretch of its ridge. */
function profileAcross({ width, height, pixels }: Gray, cx: number, cy: number, across: number): Float64Array {
  const [dx, dy] = [Math.cos(across), Math.sin(across)];
  const profile = new Float64Array(2 * REACH + 1);
  for (let k = -REACH; k <= REACH; k++) {
    let sum = 0;
    for (let a = -ALONG; a <= ALONG; a++) {
      const x = Math.min(width - 1, Math.max(0, Math.round(cx + k * dx - a * dy)));
      const y = Math.min(height - 1, Math.max(0, Math.round(cy + k * dy + a * dx)));
      sum += pixels[y * width + x]!;
    }
    profile[k + REACH] = sum / (2 * ALONG + 1);
  }
  return profile;
}

/** The share of the profile's power at each period. Differences instead of values: light that changes slowly has no say. */
function profilePowers(profile: Float64Array): Float64Array | undefined {
  const waves = Float64Array.from(profile, (value, k) => (k === 0 ? 0 : value - profile[k - 1]!) * WINDOW[k]!);
  const total = waves.reduce((sum, value) => sum + value * value, 0);
  if (Math.sqrt(total / waves.length) < MIN_CONTRAST / 4) return undefined;
  const norm = WINDOW.reduce((sum, value) => sum + value * value, 0) / 2;
  return Float64Array.from({ length: BINS }, (_, bin) => {
    const w = (2 * Math.PI) / (MIN_PERIOD * RATIO ** bin);
    let c = 0;
    let s = 0;
    for (let k = 0; k < waves.length; k++) {
      c += waves[k]! * WINDOW[k]! * Math.cos(w * (k - REACH));
      s += waves[k]! * WINDOW[k]! * Math.sin(w * (k - REACH));
    }
    return (c * c + s * s) / (total * norm);
  });
}

/** The strongest period, between the bins by a parabola through its neighbours. */
function peakPeriod(powers: Float64Array): number {
  let best = 1;
  for (let bin = 1; bin < BINS - 1; bin++) if (powers[bin]! > powers[best]!) best = bin;
  const [before, at, after] = [powers[best - 1]!, powers[best]!, powers[best + 1]!];
  const bend = before - 2 * at + after;
  const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  return MIN_PERIOD * RATIO ** (best + shift);
}
