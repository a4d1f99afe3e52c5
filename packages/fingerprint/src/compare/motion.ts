import { GROW } from '../constants.ts';
import { keep, kernelsFor, newDoubles, newIntegers, place, run, workRoom } from '../kernels/memory.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** Numbers per pair. */
const FIELDS = 6;
export const PAIR_BYTES = 8 * FIELDS;
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

/** Room for so many pairs, each number twice, as `predict` works with them. */
export function twiceRoom(pairs: number): number {
  return workRoom(2 * PAIR_BYTES * pairs);
}

/**
 * Where points of A lie in B, by how much each is turned, and how far from it the nearest pair is: x, y, cosine, sine and distance one after the other,
 * each with room for so many.
 */
export interface Predicted {
  readonly numbers: Float64Array;
  readonly room: number;
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
  readonly index: Int32Array;
  /** Per pair: position in A, position in B, cosine and sine of the turn; each a 32-bit number. */
  readonly pairs: Float64Array;

  constructor(capacity: number) {
    this.index = newIntegers(capacity);
    this.pairs = newDoubles(capacity * FIELDS);
  }

  get count(): number {
    return this.#count;
  }

  /** So many pairs stand there already. */
  filled(count: number): void {
    this.#count = count;
  }

  refill(a: MinutiaArrays, b: MinutiaArrays, partner: Int32Array): void {
    this.#count = 0;
    for (let i = 0, at = 0; i < a.count; i++) {
      const j = partner[i]!;
      if (j < 0) continue;
      this.index[this.#count++] = i;
      this.pairs[at++] = a.x[i]!;
      this.pairs[at++] = a.y[i]!;
      this.pairs[at++] = b.x[j]!;
      this.pairs[at++] = b.y[j]!;
      this.pairs[at++] = Math.fround(b.cos[j]! * a.cos[i]! + b.sin[j]! * a.sin[i]!);
      this.pairs[at++] = Math.fround(b.sin[j]! * a.cos[i]! - b.cos[j]! * a.sin[i]!);
    }
  }

  /** What `predict` says of each of these points, no pair left out. */
  predictAll(xs: Float32Array, ys: Float32Array): Predicted {
    const { length } = xs;
    // One more: the kernel moves two at a time.
    const room = length + 1;
    const numbers = newDoubles(5 * room);
    const kernels = kernelsFor(numbers);
    if (kernels)
      run(() => {
        const [to, from] = [place(numbers), place(this.pairs)];
        kernels.predict(
          from,
          0,
          this.#count,
          keep(xs),
          keep(ys),
          length,
          0,
          to,
          8 * room,
          twiceRoom(this.#count),
          keep(SETTINGS),
        );
      });
    else for (let k = 0; k < length; k++) this.#predictOne(xs[k]!, ys[k]!, k, numbers, room);
    return { numbers, room };
  }

  #predictOne(x: number, y: number, k: number, numbers: Float64Array, room: number): void {
    numbers[4 * room + k] = this.predict(x, y, -1);
    numbers[k] = this.x;
    numbers[room + k] = this.y;
    numbers[2 * room + k] = this.cos;
    numbers[3 * room + k] = this.sin;
  }

  turn(): number {
    return Math.atan2(this.sin, this.cos);
  }

  /**
   * Moves a point of A into B by the motion that fits the pairs best, near pairs counting most; the pair of minutia `except`
   * does not vote on itself. Returns the distance to the nearest pair that voted.
   */
  predict(x: number, y: number, except: number): number {
    const pairs = this.pairs;
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
      if (this.index[k] === except && !alone) continue;
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
