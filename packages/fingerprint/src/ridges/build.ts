import { CELL, MAP, PAD } from '../constants.ts';
import { angleAt, stepOf, type Orientation } from '../extract/orientation.ts';
import type { Plane } from '../extract/plane.ts';
import { boundsOf, type Mask } from '../extract/segment.ts';
import type { RidgeMap } from './map.ts';

/** Positions are relative to the corner of the view, like those of the minutiae. */
export function buildMap(waves: Plane, field: Orientation, mask: Mask): RidgeMap {
  const per = MAP.cell / CELL;
  const bounds = boundsOf(mask);
  const columns = Math.ceil((bounds.right - bounds.left) / per);
  const rows = Math.ceil((bounds.bottom - bounds.top) / per);
  const orientation = new Uint8Array(columns * rows).fill(MAP.outside);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const cell =
        Math.min(mask.height - 1, bounds.top + r * per + per / 2) * mask.width +
        Math.min(mask.width - 1, bounds.left + c * per + per / 2);
      if (mask.data[cell] === 1) orientation[r * columns + c] = stepOf(angleAt(field, cell), MAP.orientationSteps);
    }
  }
  const left = bounds.left * CELL;
  const top = bounds.top * CELL;
  return {
    left: left - PAD,
    top: top - PAD,
    columns,
    rows,
    orientation,
    ridge: halve(waves, left, top, columns * MAP.half, rows * MAP.half),
  };
}

function halve(waves: Plane, left: number, top: number, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const { data, width: below } = waves;
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0, i = (top + 2 * y) * below + left; x < width; x++, i += 2, o++) {
      const sum = data[i]! + data[i + 1]! + data[i + below]! + data[i + below + 1]!;
      out[o] = sum > 0 ? 1 : 0;
    }
  }
  return out;
}
