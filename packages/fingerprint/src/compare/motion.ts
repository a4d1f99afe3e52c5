import { GROW } from '../constants.ts';
import { keep, kernelsFor, newDoubles, place, run } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Numbers per pair. */
export const FIELDS = 6;
const LOCAL = 1 / (GROW.localSigma * GROW.localSigma);
const ROD = GROW.rod * GROW.rod;

/** As the kernels take them: what `predict` needs, then what `grow` does. */
export const SETTINGS = Float64Array.of(
  LOCAL,
  ROD,
  GROW.maxScale,
  1 / GROW.maxScale,
  GROW.reach,
  GROW.slack,
  GROW.stretch,
  GROW.angle,
);

/** Where points of A lie in B, by how much each is turned, and how far from it the nearest pair is. */
export interface Predicted {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  readonly nearest: Float64Array;
}

/** The motion from A to B, different from place to place, as a set of matched pairs tells it. Inside `withKernels` it is gone with its planes. */
export class Motions {
  /** Where the last prediction put its point, and by how much it turned it. */
  x = 0;
  y = 0;
  cos = 1;
  sin = 0;
  #count = 0;
  /** Minutia of A per pair. */
  readonly #index: Int32Array;
  /** Per pair: position in A, position in B, cosine and sine of the turn; each a 32-bit number. */
  readonly #pairs: Float64Array;

  constructor(capacity: number) {
    this.#index = new Int32Array(capacity);
    this.#pairs = newDoubles(capacity * FIELDS);
  }

  refill(a: MinutiaArrays, b: MinutiaArrays, partner: Int32Array): void {
    this.#count = 0;
    for (let i = 0, at = 0; i < a.count; i++) {
      const j = partner[i]!;
      if (j < 0) continue;
      this.#index[this.#count++] = i;
      this.#pairs[at++] = a.x[i]!;
      this.#pairs[at++] = a.y[i]!;
      this.#pairs[at++] = b.x[j]!;
      this.#pairs[at++] = b.y[j]!;
      this.#pairs[at++] = Math.fround(b.cos[j]! * a.cos[i]! + b.sin[j]! * a.sin[i]!);
      this.#pairs[at++] = Math.fround(b.sin[j]! * a.cos[i]! - b.cos[j]! * a.sin[i]!);
    }
  }

  /** What `predict` says of each of these points, no pair left out. */
  predictAll(xs: Float32Array, ys: Float32Array): Predicted {
    const { length } = xs;
    // One more: the kernel moves two at a time.
    const planes = newDoubles(5 * (length + 1));
    const out = predictedOf(planes, length);
    const kernels = kernelsFor(planes);
    if (kernels)
      run(() => {
        const [to, plane] = [place(planes), 8 * (length + 1)];
        kernels.predict(place(this.#pairs), 0, this.#count, keep(xs), keep(ys), length, 0, to, plane, keep(SETTINGS));
      });
    else for (let k = 0; k < length; k++) this.#predictOne(xs[k]!, ys[k]!, k, out);
    return out;
  }

  #predictOne(x: number, y: number, k: number, out: Predicted): void {
    out.nearest[k] = this.predict(x, y, -1);
    out.x[k] = this.x;
    out.y[k] = this.y;
    out.cos[k] = this.cos;
    out.sin[k] = this.sin;
  }

  turn(): number {
    return Math.atan2(this.sin, this.cos);
  }

  /**
   * Moves a point of A into B by the motion that fits the pairs best, near pairs counting most; the pair of minutia `except`
   * does not vote on itself. Returns the distance to the nearest pair that voted.
   */
  predict(x: number, y: number, except: number): number {
    const pairs = this.#pairs;
    const alone = this.#count === 1;
    let weight = 0,
      ax = 0,
      ay = 0,
      bx = 0,
      by = 0,
      cos = 0,
      sin = 0,
      dot = 0,
      cross = 0,
      spread = 0;
    let nearest = Infinity;
    for (let k = 0, at = 0; k < this.#count; k++, at += FIELDS) {
      if (this.#index[k] === except && !alone) continue;
      const ux = pairs[at]! - x;
      const uy = pairs[at + 1]! - y;
      const vx = pairs[at + 2]!;
      const vy = pairs[at + 3]!;
      const square = ux * ux + uy * uy;
      if (square < nearest) nearest = square;
      const near = 1 / (1 + square * LOCAL);
      const w = near * near;
      weight += w;
      ax += w * ux;
      ay += w * uy;
      bx += w * vx;
      by += w * vy;
      cos += w * pairs[at + 4]!;
      sin += w * pairs[at + 5]!;
      dot += w * (ux * vx + uy * vy);
      cross += w * (ux * vy - uy * vx);
      spread += w * square;
    }
    // Directions vote on the turn as if each minutia were a rod of this length, which settles it while pairs are few.
    const c = dot - (ax * bx + ay * by) / weight + ROD * cos;
    const s = cross - (ax * by - ay * bx) / weight + ROD * sin;
    const size = Math.sqrt(c * c + s * s) || 1;
    const scale = size / (spread - (ax * ax + ay * ay) / weight + ROD * weight);
    const stretch = Math.min(GROW.maxScale, Math.max(1 / GROW.maxScale, scale)) / weight;
    this.cos = c / size;
    this.sin = s / size;
    this.x = bx / weight - (this.cos * ax - this.sin * ay) * stretch;
    this.y = by / weight - (this.sin * ax + this.cos * ay) * stretch;
    return Math.sqrt(nearest);
  }
}

/** Planes one after the other, each with room for one more point. */
function predictedOf(planes: Float64Array, points: number): Predicted {
  const column = (k: number): Float64Array => planes.subarray(k * (points + 1), k * (points + 1) + points);
  return { x: column(0), y: column(1), cos: column(2), sin: column(3), nearest: column(4) };
}
