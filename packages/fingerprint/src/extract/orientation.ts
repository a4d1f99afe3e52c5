import { CELL, ORIENTATION } from '../constants.ts';
import { newPlane, smooth, type Plane } from './plane.ts';
import type { Mask } from './segment.ts';

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
    step: new Uint8Array(width * height),
    coherence: new Float32Array(width * height),
  };
  for (let i = 0; i < out.angle.length; i++) {
    if (mask.data[i] === 0) continue;
    const near = coherence(fine, i);
    const trust = near * near;
    const c =
      trust * (fine[0]![i]! / (fine[2]![i]! + 1e-9)) + (1 - trust) * 0.5 * (coarse[0]![i]! / (coarse[2]![i]! + 1e-9));
    const s =
      trust * (fine[1]![i]! / (fine[2]![i]! + 1e-9)) + (1 - trust) * 0.5 * (coarse[1]![i]! / (coarse[2]![i]! + 1e-9));
    // The gradient points across the ridge: a quarter turn on.
    const angle = (Math.atan2(s, c) / 2 + Math.PI * 1.5) % Math.PI;
    out.angle[i] = angle;
    out.step[i] = Math.round((angle / Math.PI) * ORIENTATION.steps) % ORIENTATION.steps;
    out.coherence[i] = near;
  }
  return out;
}

function coherence([cos, sin, energy]: readonly Float32Array[], i: number): number {
  return Math.sqrt(cos![i]! ** 2 + sin![i]! ** 2) / (energy![i]! + 1e-9);
}

/** Sums per cell of (gx² − gy², 2·gx·gy, gx² + gy²), inside the finger only. */
function squaredGradients(image: Plane, mask: Mask): { cos: Plane; sin: Plane; energy: Plane } {
  const { width, data } = image;
  const cos = newPlane(mask.width, mask.height);
  const sin = newPlane(mask.width, mask.height);
  const energy = newPlane(mask.width, mask.height);
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = Math.floor(cell / mask.width) * CELL * width + (cell % mask.width) * CELL;
    let xx = 0;
    let yy = 0;
    let xy = 0;
    for (let y = 0; y < CELL; y++) {
      for (let i = start + y * width, end = i + CELL; i < end; i++) {
        // Scharr's operator: of all 3 × 3 gradients the one whose direction errs least.
        const a = data[i + width + 1]! - data[i - width - 1]!;
        const b = data[i + width - 1]! - data[i - width + 1]!;
        const gx = 10 * (data[i + 1]! - data[i - 1]!) + 3 * (a - b);
        const gy = 10 * (data[i + width]! - data[i - width]!) + 3 * (a + b);
        xx += gx * gx;
        yy += gy * gy;
        xy += gx * gy;
      }
    }
    cos.data[cell] = xx - yy;
    sin.data[cell] = 2 * xy;
    energy.data[cell] = xx + yy;
  }
  return { cos, sin, energy };
}
