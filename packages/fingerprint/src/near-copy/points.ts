import { RESAMPLE } from '../constants.ts';
import type { Minutia, View } from '../types.ts';
import { DIRECTION_STEPS, MAX_POINTS } from './constants.ts';

/** A touch's minutiae at 500 dpi around their own middle, sorted by x, angles with y down. */
export interface Points {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly angle: Float64Array;
  /** The angle in whole steps of a record's direction byte. */
  readonly step: Int32Array;
  /** Where the middle lies in the view. */
  readonly middleX: number;
  readonly middleY: number;
}

/** At one resolution, so that a copy that only states another resolution is one all the same. */
export function pointsOf({ minutiae, dpi }: View): Points {
  const scale = RESAMPLE.dpi / dpi;
  const chosen = mostCertain(minutiae).toSorted((a, b) => a.x - b.x);
  const count = chosen.length;
  const middleX = (scale * sum(chosen, (minutia) => minutia.x)) / Math.max(1, count);
  const middleY = (scale * sum(chosen, (minutia) => minutia.y)) / Math.max(1, count);
  const angle = Float64Array.from(chosen, ({ direction }) => -direction);
  return {
    count,
    x: Float64Array.from(chosen, ({ x }) => x * scale - middleX),
    y: Float64Array.from(chosen, ({ y }) => y * scale - middleY),
    angle,
    step: Int32Array.from(angle, (radians) => Math.round((radians * DIRECTION_STEPS) / (2 * Math.PI))),
    middleX,
    middleY,
  };
}

/** The work grows with the square of their number. */
function mostCertain(minutiae: readonly Minutia[]): readonly Minutia[] {
  if (minutiae.length <= MAX_POINTS) return minutiae;
  return minutiae.toSorted((a, b) => b.quality - a.quality).slice(0, MAX_POINTS);
}

function sum(minutiae: readonly Minutia[], of: (minutia: Minutia) => number): number {
  return minutiae.reduce((total, minutia) => total + of(minutia), 0);
}
