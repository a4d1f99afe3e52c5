import { newPlane, type Plane } from '../extract/plane.ts';
import { RIDGES } from './constants.ts';
import type { RidgeGrid } from './ridge-grid.ts';

const COUNT = 2 * RIDGES.reach + 1;
const RATIO = (RIDGES.maxPeriod / RIDGES.minPeriod) ** (1 / (RIDGES.bins - 1));
const WINDOW = Float64Array.from(
  { length: COUNT },
  (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * (k - RIDGES.reach)) / (RIDGES.reach + 1)),
);
const WAVES = Array.from({ length: RIDGES.bins }, (_, bin) => {
  const w = (2 * Math.PI) / (RIDGES.minPeriod * RATIO ** bin);
  const cos = WINDOW.map((value, k) => value * Math.cos(w * (k - RIDGES.reach)));
  const sin = WINDOW.map((value, k) => value * Math.sin(w * (k - RIDGES.reach)));
  return { cos, sin };
});
const NORM = WINDOW.reduce((sum, value) => sum + value * value, 0) / 2;
const MARGIN = RIDGES.reach + RIDGES.along + 1;

export function readRidges(image: Plane, inside: Plane, every = 1): RidgeGrid {
  const width = Math.floor(image.width / RIDGES.step);
  const height = Math.floor(image.height / RIDGES.step);
  const clarity = newPlane(width, height);
  const period = newPlane(width, height);
  const angle = newPlane(width, height);
  const profile = new Float64Array(COUNT);
  let [nodes, textured] = [0, 0];
  for (let row = 0; row < height; row += every) {
    for (let column = 0; column < width; column += every) {
      const x = column * RIDGES.step + RIDGES.step / 2;
      const y = row * RIDGES.step + RIDGES.step / 2;
      if (!isInside(inside, x, y)) continue;
      nodes++;
      const across = gradientAngle(image, x, y);
      readProfile(image, x, y, across, profile);
      const found = strongest(profile);
      if (found === undefined) continue;
      textured++;
      angle.data[row * width + column] = across;
      clarity.data[row * width + column] = found.share;
      period.data[row * width + column] = found.period;
    }
  }
  return { clarity, period, angle, nodes, textured };
}

function isInside({ width, height, data }: Plane, x: number, y: number): boolean {
  if (x < MARGIN || y < MARGIN || x >= width - MARGIN || y >= height - MARGIN) return false;
  const reach = RIDGES.window;
  return [0, -reach, reach].every((dy) => [0, -reach, reach].every((dx) => data[(y + dy) * width + x + dx]! > 0));
}

/** The direction across the ridges, from squared gradients, so that opposite slopes of a ridge add up. */
function gradientAngle({ width, data }: Plane, cx: number, cy: number): number {
  let [xx, xy, yy] = [0, 0, 0];
  for (let y = cy - RIDGES.window; y <= cy + RIDGES.window; y++) {
    for (let i = y * width + cx - RIDGES.window, end = i + 2 * RIDGES.window; i <= end; i++) {
      const dx = data[i + 1]! - data[i - 1]!;
      const dy = data[i + width]! - data[i - width]!;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    }
  }
  return Math.atan2(2 * xy, xx - yy) / 2;
}

/** Writes gray values along a line across the ridges to `profile`. Each is a mean over a short length of its ridge. */
function readProfile({ width, data }: Plane, cx: number, cy: number, across: number, profile: Float64Array): void {
  const [dx, dy] = [Math.cos(across), Math.sin(across)];
  for (let k = -RIDGES.reach; k <= RIDGES.reach; k++) {
    let sum = 0;
    for (let a = -RIDGES.along; a <= RIDGES.along; a++) {
      const x = Math.round(cx + k * dx - a * dy);
      const y = Math.round(cy + k * dy + a * dx);
      sum += data[y * width + x]!;
    }
    profile[k + RIDGES.reach] = sum / (2 * RIDGES.along + 1);
  }
}

const waves = new Float64Array(COUNT);
const powers = new Float64Array(RIDGES.bins);

/** The strongest period and its share of the power. Differences of the values remove slow changes of light. */
function strongest(values: Float64Array): { period: number; share: number } | undefined {
  let total = 0;
  let brightness = 0;
  for (let k = 1; k < COUNT; k++) {
    waves[k] = (values[k]! - values[k - 1]!) * WINDOW[k]!;
    total += waves[k]! * waves[k]!;
    brightness += values[k]!;
  }
  if (Math.sqrt(total / COUNT) < (RIDGES.minContrast * brightness) / COUNT / 100) return undefined;
  let best = 0;
  for (let bin = 0; bin < RIDGES.bins; bin++) {
    const { cos, sin } = WAVES[bin]!;
    let [c, s] = [0, 0];
    for (let k = 1; k < COUNT; k++) {
      c += waves[k]! * cos[k]!;
      s += waves[k]! * sin[k]!;
    }
    powers[bin] = (c * c + s * s) / (total * NORM);
    if (powers[bin]! > powers[best]!) best = bin;
  }
  return { period: RIDGES.minPeriod * RATIO ** (best + peakShift(best)), share: powers[best]! };
}

function peakShift(best: number): number {
  if (best === 0 || best === RIDGES.bins - 1) return 0;
  const [before, at, after] = [powers[best - 1]!, powers[best]!, powers[best + 1]!];
  const bend = before - 2 * at + after;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
}
