import { GROW, PREPARE } from '../constants.ts';
import type { Prepared } from './prepare.ts';

/** The motion from A to B, different from place to place, as a set of matched pairs tells it. */
export class Motions {
  /** Where the last prediction put its point, and by how much it turned it. */
  x = 0;
  y = 0;
  turn = 0;
  count = 0;
  readonly index = new Int32Array(PREPARE.maxMinutiae);
  readonly ax = new Float32Array(PREPARE.maxMinutiae);
  readonly ay = new Float32Array(PREPARE.maxMinutiae);
  readonly bx = new Float32Array(PREPARE.maxMinutiae);
  readonly by = new Float32Array(PREPARE.maxMinutiae);
  readonly cos = new Float32Array(PREPARE.maxMinutiae);
  readonly sin = new Float32Array(PREPARE.maxMinutiae);

  refill(a: Prepared, b: Prepared, partner: Int32Array): void {
    this.count = 0;
    for (let i = 0; i < a.count; i++) {
      const j = partner[i]!;
      if (j < 0) continue;
      const k = this.count++;
      this.index[k] = i;
      this.ax[k] = a.x[i]!;
      this.ay[k] = a.y[i]!;
      this.bx[k] = b.x[j]!;
      this.by[k] = b.y[j]!;
      this.cos[k] = b.cos[j]! * a.cos[i]! + b.sin[j]! * a.sin[i]!;
      this.sin[k] = b.sin[j]! * a.cos[i]! - b.cos[j]! * a.sin[i]!;
    }
  }

  /** The same pairs seen from B. */
  swapped(): Motions {
    const back = new Motions();
    back.count = this.count;
    back.ax.set(this.bx);
    back.ay.set(this.by);
    back.bx.set(this.ax);
    back.by.set(this.ay);
    back.cos.set(this.cos);
    for (let k = 0; k < this.count; k++) back.sin[k] = -this.sin[k]!;
    back.index.fill(-2);
    return back;
  }

  /**
   * Moves a point of A into B by the rigid motion that fits the pairs best, near pairs counting most; the pair of minutia
   * `except` does not vote on itself. Returns the distance to the nearest pair that voted.
   */
  predict(x: number, y: number, except: number): number {
    let weight = 0, ax = 0, ay = 0, bx = 0, by = 0, cos = 0, sin = 0, dot = 0, cross = 0, spread = 0;
    let nearest = Infinity;
    for (let k = 0; k < this.count; k++) {
      if (this.index[k] === except && this.count > 1) continue;
      const ux = this.ax[k]! - x;
      const uy = this.ay[k]! - y;
      const square = ux * ux + uy * uy;
      if (square < nearest) nearest = square;
      const near = 1 / (1 + square / (GROW.localSigma * GROW.localSigma));
      const w = near * near;
      const vx = this.bx[k]!;
      const vy = this.by[k]!;
      weight += w;
      ax += w * ux;
      ay += w * uy;
      bx += w * vx;
      by += w * vy;
      cos += w * this.cos[k]!;
      sin += w * this.sin[k]!;
      dot += w * (ux * vx + uy * vy);
      cross += w * (ux * vy - uy * vx);
      spread += w * square;
    }
    ax /= weight;
    ay /= weight;
    bx /= weight;
    by /= weight;
    // Directions vote on the turn as if each minutia were a rod of this length, which settles it while pairs are few.
    const c = dot - weight * (ax * bx + ay * by) + GROW.rod * GROW.rod * cos;
    const s = cross - weight * (ax * by - ay * bx) + GROW.rod * GROW.rod * sin;
    const size = Math.sqrt(c * c + s * s) || 1;
    const scale = size / (spread - weight * (ax * ax + ay * ay) + GROW.rod * GROW.rod * weight);
    const stretch = Math.min(GROW.maxScale, Math.max(1 / GROW.maxScale, scale)) / size;
    this.x = bx - (c * ax - s * ay) * stretch;
    this.y = by - (s * ax + c * ay) * stretch;
    this.turn = Math.atan2(s, c);
    return Math.sqrt(nearest);
  }
}
