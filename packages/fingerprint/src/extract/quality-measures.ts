import { FREQUENCY, MEASURES } from '../constants.ts';
import { findCore, seenAround } from './core.ts';
import type { RawMinutia } from './detect.ts';
import { quantile, type Moisture } from './moisture.ts';
import type { Orientation } from './orientation.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** Higher is better. The last three detect objects that are not fingers. */
export const MEASURE_NAMES = [
  // How little the ridge period changes, from cell to cell and over the capture. Blots, tears and dirt make it jump.
  'steady',
  'even',
  // How close the narrowest ridges are to the median. Skin pulled along the glass is compressed on one side.
  'unsqueezed',
  // The skewness of wet skin, and how little of the capture is wet.
  'notWet',
  'nowhereWet',
  // How little of the capture is unclear, and how much the directions of the smoothed lines agree.
  'clear',
  'oneWay',
  // The sum of the minutiae's qualities, and the share that both detectors found.
  'believed',
  'confirmed',
  'aroundCore',
  'farAroundCore',
  'coherence',
  'narrowest',
  'bend',
] as const;

export type MeasureName = (typeof MEASURE_NAMES)[number];
export type Measures = Readonly<Record<MeasureName, number>>;

interface Extraction {
  readonly moisture: Moisture;
  readonly mask: Mask;
  readonly clarity: Plane;
  readonly field: Orientation;
  readonly period: Plane;
  readonly coherence: Float32Array;
  readonly minutiae: readonly RawMinutia[];
}

export function measureCapture({ moisture, mask, clarity, field, period, coherence, minutiae }: Extraction): Measures {
  const core = findCore(field, mask);
  const around = (radius: number): number => (core ? seenAround(core, radius, mask) : 0);
  let quality = 0;
  let confirmed = 0;
  for (const minutia of minutiae) {
    quality += minutia.quality / 100;
    if (minutia.confirmed) confirmed++;
  }
  return {
    ...ofPeriod(period, mask),
    notWet: Math.min(0, moisture.skewness),
    nowhereWet: -moisture.wetShare,
    ...ofCells(clarity, field, coherence, mask),
    believed: quality,
    confirmed: confirmed / Math.max(1, minutiae.length),
    aroundCore: around(MEASURES.nearCore),
    farAroundCore: around(MEASURES.farFromCore),
    bend: core?.bend ?? 0,
  };
}

type OfCells = Pick<Measures, 'clear' | 'oneWay' | 'coherence'>;

function ofCells(clarity: Plane, field: Orientation, coherence: Float32Array, mask: Mask): OfCells {
  let [cells, unclear, ofLines, ofPicture] = [0, 0, 0, 0];
  for (let row = 0; row < mask.data.length; row += MEASURES.everyRow * mask.width) {
    for (let i = row; i < row + mask.width; i++) {
      if (mask.data[i] === 0) continue;
      cells++;
      if (clarity.data[i]! < MEASURES.clear) unclear++;
      ofLines += field.coherence[i]!;
      ofPicture += coherence[i]!;
    }
  }
  return { clear: -unclear / cells, oneWay: ofLines / cells, coherence: ofPicture / cells };
}

type OfPeriod = Pick<Measures, 'steady' | 'even' | 'unsqueezed' | 'narrowest'>;

function ofPeriod({ data }: Plane, mask: Mask): OfPeriod {
  const counts = new Uint32Array(MEASURES.periodBins + 1);
  const bins = MEASURES.periodBins / (FREQUENCY.maxPeriod - FREQUENCY.minPeriod);
  let [cells, sum, squares, steps, between] = [0, 0, 0, 0, 0];
  for (let row = 0; row < mask.data.length; row += MEASURES.everyRow * mask.width) {
    for (let i = row; i < row + mask.width; i++) {
      if (mask.data[i] === 0) continue;
      const value = data[i]!;
      cells++;
      sum += value;
      squares += value * value;
      counts[(bins * (value - FREQUENCY.minPeriod)) | 0]!++;
      if (mask.data[i + 1] === 1) {
        steps += Math.abs(data[i + 1]! - value);
        between++;
      }
      if (mask.data[i + mask.width] === 1) {
        steps += Math.abs(data[i + mask.width]! - value);
        between++;
      }
    }
  }
  const at = (part: number): number => FREQUENCY.minPeriod + (quantile(counts, part * cells) + 0.5) / bins;
  const narrowest = at(MEASURES.squeezed);
  return {
    steady: -steps / Math.max(1, between),
    even: -Math.sqrt(Math.max(0, squares / cells - (sum / cells) ** 2)),
    unsqueezed: narrowest / at(0.5) - 1,
    narrowest,
  };
}
