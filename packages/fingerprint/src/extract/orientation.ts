import { CELL, ORIENTATION } from '../constants.ts';
import { kernelsFor, newBytes, place, run } from '../kernels/memory.ts';
import { newPlane, smooth, sumOfFour, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

const { fround } = Math;

/** The direction of the ridges in each cell. */
export interface Orientation {
  readonly width: number;
  readonly height: number;
  /** Radians, 0 to π, y down: the angle along the ridge. */
  readonly angle: Float32Array;
  /** `angle` in ORIENTATION.steps of a half turn. */
  readonly step: Uint8Array;
  /** 0 to 1: how much the gradients around the cell agree. */
  readonly coherence: Float32Array;
}

/**
 * Ridge direction from the squared gradients (doubling the angle lets opposite gradients add up). Where the near
 * neighbourhood disagrees, the wider one decides: a scar or a smudge is bridged, a core stays sharp.
 */
export function orientation(image: Plane, mask: Mask): Orientation {
  const { cos, sin, energy } = squaredGradients(image, mask);
  const fine = [cos, sin, energy].map((plane) => smooth(plane, ORIENTATION.fineRadiusCells, ORIENTATION.passes).data);
  const coarse = [cos, sin, energy].map(
    (plane) => smooth(plane, ORIENTATION.coarseRadiusCells, ORIENTATION.passes).data,
  );
  return blend(fine, coarse, mask);
}

function blend(fine: readonly Float32Array[], coarse: readonly Float32Array[], mask: Mask): Orientation {
  const { width, height } = mask;
  const out = {
    width,
    height,
    angle: new Float32Array(width * height),
    step: newBytes(width * height),
    coherence: new Float32Array(width * height),
  };
  const [nearCos, nearSin, nearEnergy] = fine as [Float32Array, Float32Array, Float32Array];
  const [wideCos, wideSin, wideEnergy] = coarse as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < out.angle.length; i++) {
    if (mask.data[i] === 0) continue;
    const energy = nearEnergy[i]! + 1e-9;
    const near = Math.sqrt(nearCos[i]! ** 2 + nearSin[i]! ** 2) / energy;
    const trust = near * near;
    const rest = (1 - trust) * 0.5;
    const wide = wideEnergy[i]! + 1e-9;
    const c = trust * (nearCos[i]! / energy) + rest * (wideCos[i]! / wide);
    const s = trust * (nearSin[i]! / energy) + rest * (wideSin[i]! / wide);
    // The gradient points across the ridge: a quarter turn on.
    let angle = Math.atan2(s, c) / 2 + Math.PI * 1.5 - Math.PI;
    if (angle >= Math.PI) angle -= Math.PI;
    out.angle[i] = angle;
    out.step[i] = Math.round((angle / Math.PI) * ORIENTATION.steps) % ORIENTATION.steps;
    out.coherence[i] = near;
  }
  return out;
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
