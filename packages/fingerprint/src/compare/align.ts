import { ALIGN } from '../constants.ts';
import { wrap } from './neighbours.ts';
import type { Prepared } from './prepare.ts';

/** A rigid motion that lays the second view over the first. */
export interface Motion {
  readonly turn: number;
  readonly dx: number;
  readonly dy: number;
}

/** Which minutia of the second view lies on which of the first, −1 for none; and how well. */
export interface Overlay {
  readonly partner: Int32Array;
  readonly fit: Float32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly angle: Float32Array;
  motion: Motion;
  count: number;
}

export function motionOf(a: Prepared, i: number, b: Prepared, j: number): Motion {
  const turn = a.angle[i]! - b.angle[j]!;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return { turn, dx: a.x[i]! - cos * b.x[j]! + sin * b.y[j]!, dy: a.y[i]! - sin * b.x[j]! - cos * b.y[j]! };
}

/** Seed motion → partners → the motion that fits them best → partners again, now letting the skin bend between them. */
export function overlay(a: Prepared, b: Prepared, seed: Motion): Overlay {
  const out: Overlay = {
    partner: new Int32Array(a.count),
    fit: new Float32Array(a.count),
    x: new Float32Array(b.count),
    y: new Float32Array(b.count),
    angle: new Float32Array(b.count),
    motion: seed,
    count: 0,
  };
  move(b, out);
  pairUp(a, b, out, ALIGN.distance);
  if (out.count < 3) return out;
  out.motion = bestMotion(a, b, out);
  move(b, out);
  pairUp(a, b, out, ALIGN.distance);
  bend(a, b, out);
  pairUp(a, b, out, ALIGN.tightDistance);
  return out;
}

function move(b: Prepared, out: Overlay): void {
  const { turn, dx, dy } = out.motion;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  for (let j = 0; j < b.count; j++) {
    out.x[j] = cos * b.x[j]! - sin * b.y[j]! + dx;
    out.y[j] = sin * b.x[j]! + cos * b.y[j]! + dy;
    out.angle[j] = b.angle[j]! + turn;
  }
}

/** Each minutia of A takes its nearest of B; where two want the same one, the nearer keeps it. */
function pairUp(a: Prepared, b: Prepared, out: Overlay, reach: number): void {
  const owner = new Int32Array(b.count).fill(-1);
  out.partner.fill(-1);
  out.fit.fill(0);
  out.count = 0;
  for (let i = 0; i < a.count; i++) {
    let best = -1;
    let fit = 0;
    for (let j = 0; j < b.count; j++) {
      const dx = a.x[i]! - out.x[j]!;
      const dy = a.y[i]! - out.y[j]!;
      const off = (dx * dx + dy * dy) / (reach * reach);
      if (off >= 1) continue;
      const turn = Math.abs(wrap(a.angle[i]! - out.angle[j]!)) / ALIGN.angle;
      if (turn >= 1) continue;
      const value = (1 - off) * (1 - turn * turn);
      const rival = owner[j]!;
      if (value <= fit || (rival >= 0 && out.fit[rival]! >= value)) continue;
      best = j;
      fit = value;
    }
    if (best < 0) continue;
    const rival = owner[best]!;
    if (rival >= 0) {
      out.partner[rival] = -1;
      out.fit[rival] = 0;
      out.count--;
    }
    owner[best] = i;
    out.partner[i] = best;
    out.fit[i] = fit;
    out.count++;
  }
}

/** Least squares over the partners. */
function bestMotion(a: Prepared, b: Prepared, out: Overlay): Motion {
  let n = 0, ax = 0, ay = 0, bx = 0, by = 0;
  for (let i = 0; i < a.count; i++) {
    const j = out.partner[i]!;
    if (j < 0) continue;
    n++;
    ax += a.x[i]!;
    ay += a.y[i]!;
    bx += b.x[j]!;
    by += b.y[j]!;
  }
  ax /= n;
  ay /= n;
  bx /= n;
  by /= n;
  let cross = 0, dot = 0;
  for (let i = 0; i < a.count; i++) {
    const j = out.partner[i]!;
    if (j < 0) continue;
    const ux = a.x[i]! - ax, uy = a.y[i]! - ay, vx = b.x[j]! - bx, vy = b.y[j]! - by;
    dot += ux * vx + uy * vy;
    cross += vx * uy - vy * ux;
  }
  const turn = Math.atan2(cross, dot);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return { turn, dx: ax - cos * bx + sin * by, dy: ay - sin * bx - cos * by };
}

/** Moves each minutia of B by what its paired neighbours were off, nearer ones counting more. */
function bend(a: Prepared, b: Prepared, out: Overlay): void {
  const x = out.x.slice();
  const y = out.y.slice();
  for (let j = 0; j < b.count; j++) {
    let weight = ALIGN.bendDamping, dx = 0, dy = 0;
    for (let i = 0; i < a.count; i++) {
      const k = out.partner[i]!;
      if (k < 0 || k === j) continue;
      const square = (x[k]! - x[j]!) ** 2 + (y[k]! - y[j]!) ** 2;
      const w = Math.exp(-square / (2 * ALIGN.bendSigma * ALIGN.bendSigma));
      weight += w;
      dx += w * (a.x[i]! - x[k]!);
      dy += w * (a.y[i]! - y[k]!);
    }
    out.x[j] = x[j]! + dx / weight;
    out.y[j] = y[j]! + dy / weight;
  }
}
