import { CELL, ORIENTATION } from '../constants.ts';
import { kernelsFor, newBytes, newDoubles, newFloats, place, run } from '../kernels/memory.ts';
import { newPlane, smooth, sumOfFour, type Plane } from './plane.ts';
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
  const kernels = kernelsFor(out.cos, out.sin, out.step, out.coherence);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.blend(
      place(mask.data), cells,
      place(fine[0]), place(fine[1]), place(fine[2]), place(coarse[0]), place(coarse[1]), place(coarse[2]),
      place(out.cos), place(out.sin), place(out.step), place(out.coherence),
    ));
  } else for (let cell = 0; cell < cells; cell++) if (mask.data[cell] === 1) blendCell(fine, coarse, cell, out);
  return out;
}

function blendCell(
  [nearCos, nearSin, nearEnergy]: Sums,
  [wideCos, wideSin, wideEnergy]: Sums,
  i: number,
  out: Orientation,
): void {
  const energy = nearEnergy[i]! + 1e-9;
  const near = Math.sqrt(nearCos[i]! * nearCos[i]! + nearSin[i]! * nearSin[i]!) / energy;
  const trust = near * near;
  const rest = (1 - trust) * 0.5;
  const wide = wideEnergy[i]! + 1e-9;
  const cos = trust * (nearCos[i]! / energy) + rest * (wideCos[i]! / wide);
  const sin = trust * (nearSin[i]! / energy) + rest * (wideSin[i]! / wide);
  out.cos[i] = cos;
  out.sin[i] = sin;
  out.step[i] = Math.round((angleAlong(sin, cos) / Math.PI) * ORIENTATION.steps) % ORIENTATION.steps;
  out.coherence[i] = near;
}

/** Sums per cell of (gx² − gy², 2·gx·gy, gx² + gy²), inside the finger only. */
function squaredGradients(image: Plane, mask: Mask): { cos: Plane; sin: Plane; energy: Plane } {
  const cos = newPlane(mask.width, mask.height);
  const sin = newPlane(mask.width, mask.height);
  const energy = newPlane(mask.width, mask.height);
  const kernels = kernelsFor(cos.data, sin.data, energy.data);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.squaredGradients(
      place(image.data), place(mask.data), mask.width, mask.height, place(cos.data), place(sin.data), place(energy.data),
    ));
    return { cos, sin, energy };
  }
  const sums = new Float32Array(3 * CELL);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    sumGradients(image, Math.floor(cell / mask.width) * CELL * image.width + (cell % mask.width) * CELL, sums);
    const xx = sumOfFour(sums, 0);
    const yy = sumOfFour(sums, CELL);
    cos.data[cell] = xx - yy;
    sin.data[cell] = 2 * sumOfFour(sums, 2 * CELL);
    energy.data[cell] = xx + yy;
  }
  return { cos, sin, energy };
}

/** Of one cell, a sum for each of its columns: gx², then gy², then gx·gy. */
function sumGradients({ width, data }: Plane, start: number, sums: Float32Array): void {
  for (let x = 0; x < CELL; x++) {
    let xx = fround(0);
    let yy = fround(0);
    let xy = fround(0);
    for (let y = 0, i = start + x; y < CELL; y++, i += width) {
      // Scharr's operator: of all 3 × 3 gradients the one whose direction errs least.
      const a = fround(data[i + width + 1]! - data[i - width - 1]!);
      const b = fround(data[i + width - 1]! - data[i - width + 1]!);
      const gx = fround(fround(10 * fround(data[i + 1]! - data[i - 1]!)) + fround(3 * fround(a - b)));
      const gy = fround(fround(10 * fround(data[i + width]! - data[i - width]!)) + fround(3 * fround(a + b)));
      xx = fround(xx + fround(gx * gx));
      yy = fround(yy + fround(gy * gy));
      xy = fround(xy + fround(gx * gy));
    }
    sums[x] = xx;
    sums[CELL + x] = yy;
    sums[2 * CELL + x] = xy;
  }
}
