import { CELL, FREQUENCY } from '../constants.ts';
import { gaussian, newPlane, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/**
 * Ridge period in pixels per cell. For a wave the mean squared slope over the mean square is its angular frequency squared;
 * both sums are cheap and need no peak to be found, and the smoothed lines that come in are nearly such waves.
 */
export function ridgePeriod(lines: Plane, mask: Mask): Plane {
  const { slope, power } = energies(lines, mask);
  const slopes = gaussian(slope, FREQUENCY.sigmaCells).data;
  const powers = gaussian(power, FREQUENCY.sigmaCells).data;
  const period = newPlane(mask.width, mask.height);
  for (let i = 0; i < period.data.length; i++) {
    if (mask.data[i] === 0) continue;
    // A step of one pixel on a wave of angular frequency w measures 2·sin(w/2), not w.
    const found = Math.PI / Math.asin(Math.min(1, Math.sqrt(slopes[i]! / (powers[i]! + 1e-12)) / 2));
    period.data[i] = Math.min(FREQUENCY.maxPeriod, Math.max(FREQUENCY.minPeriod, found));
  }
  return period;
}

function energies(lines: Plane, mask: Mask): { slope: Plane; power: Plane } {
  const { width, data } = lines;
  const slope = newPlane(mask.width, mask.height);
  const power = newPlane(mask.width, mask.height);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = Math.floor(cell / mask.width) * CELL * width + (cell % mask.width) * CELL;
    for (let y = 0; y < CELL; y++) {
      for (let i = start + y * width, end = i + CELL; i < end; i++) {
        const gx = data[i + 1]! - data[i]!;
        const gy = data[i + width]! - data[i]!;
        slope.data[cell]! += gx * gx + gy * gy;
        power.data[cell]! += data[i]! * data[i]!;
      }
    }
  }
  return { slope, power };
}
