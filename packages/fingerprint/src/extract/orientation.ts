import { ORIENTATION } from '../constants.ts';
import { addressOf, newBytes, newDoubles, newFloats, place, withKernels } from '../kernels/memory.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const { fround } = Math;

/** The direction of the ridges in each cell. */
export interface Orientation {
  readonly width: number;
  readonly height: number;
  /** Twice the angle across the ridge, as a direction of any length: `angleAt` tells the angle, which few cells are asked for. */
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  /** The angle along the ridge in ORIENTATION.steps of a half turn. */
  readonly step: Uint8Array;
  /** 0 to 1: how much the gradients around the cell agree. */
  readonly coherence: Float32Array;
}

/** Radians, 0 to π, y down: the angle along the ridge. */
export function angleAt({ cos, sin }: Orientation, cell: number): number {
  return fround(angleAlong(sin[cell]!, cos[cell]!));
}

/** Of each cell of the finger, 0 elsewhere. */
export function anglesOf(field: Orientation, mask: Mask): Float32Array {
  return Float32Array.from(mask.data, (inside, cell) => (inside === 1 ? angleAt(field, cell) : 0));
}

/** The gradient points across the ridge: a quarter turn on. */
function angleAlong(sin: number, cos: number): number {
  const angle = Math.atan2(sin, cos) / 2 + Math.PI * 1.5 - Math.PI;
  return angle >= Math.PI ? angle - Math.PI : angle;
}

/**
 * Ridge direction from the squared gradients (doubling the angle lets opposite gradients add up). Where the near
 * neighbourhood disagrees, the wider one decides: a scar or a smudge is bridged, a core stays sharp.
 */
export function orientation(image: Plane, mask: Mask): Orientation {
  const { cos, sin, energy } = squaredGradients(image, mask);
  const around = (radius: number): Sums =>
    [cos, sin, energy].map((plane) => smooth(plane, radius, ORIENTATION.passes).data) as Sums;
  return blend(around(ORIENTATION.fineRadiusCells), around(ORIENTATION.coarseRadiusCells), mask);
}

type Sums = [cos: Float32Array, sin: Float32Array, energy: Float32Array];

function blend(fine: Sums, coarse: Sums, mask: Mask): Orientation {
  const { width, height } = mask;
  const cells = width * height;
  const out = {
    width,
    height,
    cos: newDoubles(cells),
    sin: newDoubles(cells),
    step: newBytes(cells),
    coherence: newFloats(cells),
  };
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.blend(
    place(mask.data), cells,
    place(fine[0]), place(fine[1]), place(fine[2]), place(coarse[0]), place(coarse[1]), place(coarse[2]),
    addressOf(out.cos), addressOf(out.sin), addressOf(out.step), addressOf(out.coherence),
  ));
  return out;
}

/** Sums per cell of (gx² − gy², 2·gx·gy, gx² + gy²), inside the finger only. */
function squaredGradients(image: Plane, mask: Mask): { cos: Plane; sin: Plane; energy: Plane } {
  const cos = newPlane(mask.width, mask.height);
  const sin = newPlane(mask.width, mask.height);
  const energy = newPlane(mask.width, mask.height);
  // biome-ignore format: one row a line
  withKernels((kernels) => kernels.squaredGradients(
    place(image.data), place(mask.data), mask.width, mask.height, addressOf(cos.data), addressOf(sin.data), addressOf(energy.data),
  ));
  return { cos, sin, energy };
}
