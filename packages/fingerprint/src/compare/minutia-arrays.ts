import { BELIEVED, RESAMPLE } from '../constants.ts';
import type { View } from '../types.ts';

/** A view's minutiae as arrays from top to bottom, at 500 dpi, angles in radians with y down. */
export interface MinutiaArrays {
  readonly count: number;
  /** `x`, `y`, `angle`, `cos`, `sin` and `weight` in one array, for the kernels. */
  readonly places: Float32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly angle: Float32Array;
  readonly cos: Float32Array;
  readonly sin: Float32Array;
  /** 1 for an ending, −1 for a bifurcation, 0 if the record does not say. */
  readonly ends: Int8Array;
  /** About 1: the quality of each minutia, relative to the others of its view. */
  readonly weight: Float32Array;
}

export function minutiaArrays(view: View, most: number): MinutiaArrays {
  const chosen = bestMinutiae(view, most).toSorted((a, b) => a.y - b.y || a.x - b.x);
  const scale = RESAMPLE.dpi / view.dpi;
  const count = chosen.length;
  const numbers = new Float32Array(6 * count);
  const column = (k: number): Float32Array => numbers.subarray(k * count, (k + 1) * count);
  const out = {
    count,
    places: numbers,
    x: column(0),
    y: column(1),
    angle: column(2),
    cos: column(3),
    sin: column(4),
    ends: new Int8Array(count),
    weight: column(5),
  };
  const usual = chosen.reduce((sum, { quality }) => sum + quality, 0) / count;
  for (let k = 0; k < count; k++) {
    const { x, y, direction, type, quality } = chosen[k]!;
    out.weight[k] = believed(quality, usual);
    out.x[k] = x * scale;
    out.y[k] = y * scale;
    out.angle[k] = 2 * Math.PI - direction;
    out.cos[k] = Math.cos(direction);
    out.sin[k] = -Math.sin(direction);
    out.ends[k] = type === 'ending' ? 1 : type === 'bifurcation' ? -1 : 0;
  }
  return out;
}

/** The quality divided by the mean of the view, because makers use different scales. 1 if the record states no qualities. */
function believed(quality: number, usual: number): number {
  return usual > 0 ? Math.max(BELIEVED.least, Math.min(BELIEVED.most, quality / usual)) : 1;
}

export function bestMinutiae({ minutiae }: View, most: number): View['minutiae'] {
  return minutiae.length <= most ? minutiae : minutiae.toSorted((a, b) => b.quality - a.quality).slice(0, most);
}
