import { NET, ORIENTATION } from '../constants.ts';
import { call, newBytes, newDoubles, newFloats } from '../kernels/memory.ts';
import type { Seen } from './net.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

export interface Orientation {
  readonly width: number;
  readonly height: number;
  /** Twice the angle across the ridge, as a vector of any length. `angleAt` computes the angle, which few cells need. */
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  /** The angle along the ridge in ORIENTATION.steps of a half turn. */
  readonly step: Uint8Array;
  /** 0 to 1: how much the gradients around the cell agree. */
  readonly coherence: Float32Array;
}

/** Radians, 0 to π, y down: the angle along the ridge, a quarter turn from the gradient. */
export function angleAt({ cos, sin }: Orientation, cell: number): number {
  const angle = Math.atan2(sin[cell]!, cos[cell]!) / 2 + Math.PI * 1.5 - Math.PI;
  return Math.fround(angle >= Math.PI ? angle - Math.PI : angle);
}

/** The angle along a ridge, in `steps` of a half turn. */
export function stepOf(angle: number, steps: number): number {
  return Math.round((angle / Math.PI) * steps) % steps;
}

export function anglesOf(field: Orientation, mask: Mask): Float32Array {
  return Float32Array.from(mask.data, (inside, cell) => (inside === 1 ? angleAt(field, cell) : 0));
}

/** Doubled angles let opposite gradients add up. Where the near neighborhood disagrees, the wider one decides. */
export function orientation(image: Plane, { width, height, data: mask }: Mask): Orientation {
  const gradients = [newPlane(width, height), newPlane(width, height), newPlane(width, height)] as const;
  const [xx, xy, energy] = gradients;
  call('squaredGradients', image.data, mask, width, height, xx.data, xy.data, energy.data);
  const around = (radius: number): Sums =>
    gradients.map((plane) => smooth(plane, radius, ORIENTATION.passes).data) as Sums;
  const near = around(ORIENTATION.fineRadiusCells);
  const wide = around(ORIENTATION.coarseRadiusCells);
  const cells = width * height;
  const [cos, sin, step, coherence] = [newDoubles(cells), newDoubles(cells), newBytes(cells), newFloats(cells)];
  call('blend', mask, cells, ...near, ...wide, cos, sin, step, coherence);
  return { width, height, cos, sin, step, coherence };
}

/** Writes the net's directions into the field where the net is sure of them. */
export function replaceDirections(field: Orientation, { cos, sin }: Seen, mask: Mask): Orientation {
  for (let cell = 0; cell < mask.data.length; cell++) {
    const [c, s] = [cos.data[cell]!, sin.data[cell]!];
    if (mask.data[cell] === 0 || c * c + s * s < NET.sure ** 2) continue;
    field.cos[cell] = c;
    field.sin[cell] = s;
    field.step[cell] = stepOf(angleAt(field, cell), ORIENTATION.steps);
  }
  return field;
}

type Sums = [cos: Float32Array, sin: Float32Array, energy: Float32Array];
