import { FREQUENCY, SIGNS } from '../constants.ts';
import { findCore, seenAround } from './core.ts';
import type { RawMinutia } from './detect.ts';
import type { Lean } from './lean.ts';
import type { Orientation } from './orientation.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** What a touch is judged by. */
export interface Seen {
  readonly lean: Lean;
  readonly mask: Mask;
  readonly clarity: Plane;
  readonly field: Orientation;
  readonly period: Plane;
  /** Of the gradients of the picture as it came. */
  readonly coherence: Float32Array;
  /** Those that go into the record. */
  readonly minutiae: readonly RawMinutia[];
}

/** What speaks for a touch: each is better the higher it is, and GRADE says what is usual. The last three tell what is no finger. */
export interface Signs {
  /** How little the ridge period changes from cell to cell, and over the whole touch: blots, tears and dirt make it jump. */
  readonly steady: number;
  readonly even: number;
  /** How near the narrowest ridges come to the middle ones: skin that is pulled along the glass is squeezed together on one side. */
  readonly unsqueezed: number;
  /** The lean of the picture where it is a wet one's, and how little of it is wet by itself. */
  readonly notWet: number;
  readonly nowhereWet: number;
  /** How little of the picture the ridges do not explain, and how much the directions of the smoothed lines agree. */
  readonly clear: number;
  readonly oneWay: number;
  /** Minutiae, each as far as it is to be believed, and the part that both ways of reading show. */
  readonly believed: number;
  readonly seenTwice: number;
  /** Part of two circles around the core that is seen. */
  readonly aroundCore: number;
  readonly farAroundCore: number;
  /** How much the gradients agree. */
  readonly coherence: number;
  /** Period of the narrowest ridges. */
  readonly narrowest: number;
  /** How much the ridges bend where they do so most. */
  readonly bend: number;
}

export type SignName = keyof Signs;

/** In the order in which the stage shows them. */
export const SIGN_NAMES = [
  'steady',
  'even',
  'unsqueezed',
  'notWet',
  'nowhereWet',
  'clear',
  'oneWay',
  'believed',
  'seenTwice',
  'aroundCore',
  'farAroundCore',
  'coherence',
  'narrowest',
  'bend',
] as const satisfies readonly SignName[];

export function signsOf({ lean, mask, clarity, field, period, coherence, minutiae }: Seen): Signs {
  const core = findCore(field, mask);
  const around = (radius: number): number => (core ? seenAround(core, radius, mask) : 0);
  let quality = 0;
  let twice = 0;
  for (const minutia of minutiae) {
    quality += minutia.quality / 100;
    if (minutia.seenTwice) twice++;
  }
  return {
    ...ofPeriod(period, mask),
    notWet: Math.min(0, lean.whole),
    nowhereWet: -lean.wet,
    ...ofCells(clarity, field, coherence, mask),
    believed: quality,
    seenTwice: twice / Math.max(1, minutiae.length),
    aroundCore: around(SIGNS.nearCore),
    farAroundCore: around(SIGNS.farFromCore),
    bend: core?.bend ?? 0,
  };
}

type OfCells = Pick<Signs, 'clear' | 'oneWay' | 'coherence'>;

function ofCells(clarity: Plane, field: Orientation, coherence: Float32Array, mask: Mask): OfCells {
  let [cells, unclear, ofLines, ofPicture] = [0, 0, 0, 0];
  for (let row = 0; row < mask.data.length; row += SIGNS.everyRow * mask.width) {
    for (let i = row; i < row + mask.width; i++) {
      if (mask.data[i] === 0) continue;
      cells++;
      if (clarity.data[i]! < SIGNS.clear) unclear++;
      ofLines += field.coherence[i]!;
      ofPicture += coherence[i]!;
    }
  }
  return { clear: -unclear / cells, oneWay: ofLines / cells, coherence: ofPicture / cells };
}

type OfPeriod = Pick<Signs, 'steady' | 'even' | 'unsqueezed' | 'narrowest'>;

function ofPeriod({ data }: Plane, mask: Mask): OfPeriod {
  const counts = new Uint32Array(SIGNS.periodBins + 1);
  const bins = SIGNS.periodBins / (FREQUENCY.maxPeriod - FREQUENCY.minPeriod);
  let [cells, sum, squares, steps, between] = [0, 0, 0, 0, 0];
  for (let row = 0; row < mask.data.length; row += SIGNS.everyRow * mask.width) {
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
  const at = (part: number): number => FREQUENCY.minPeriod + (binAt(counts, part * cells) + 0.5) / bins;
  const narrowest = at(SIGNS.squeezed);
  return {
    steady: -steps / Math.max(1, between),
    even: -Math.sqrt(Math.max(0, squares / cells - (sum / cells) ** 2)),
    unsqueezed: narrowest / at(0.5) - 1,
    narrowest,
  };
}

/** The bin in which so many values have come. */
function binAt(counts: Uint32Array, wanted: number): number {
  let bin = 0;
  for (let seen = counts[0]!; seen < wanted && bin < counts.length - 1; seen += counts[bin]!) bin++;
  return bin;
}
