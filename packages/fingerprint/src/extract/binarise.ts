import { CELL } from '../constants.ts';
import { kernelsFor, newBytes, place, run, workRoom } from '../kernels/memory.ts';
import type { Plane } from './plane.ts';
import type { Mask } from './segment.ts';

/** One byte per pixel, of the padded image: 1 on a ridge. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Ridge where the enhanced wave is positive; then a vote among the neighbours takes off single pixels. */
export function binarise(enhanced: Plane, mask: Mask): Bitmap {
  const { width, height, data } = enhanced;
  const out = newBytes(width * height);
  const kernels = kernelsFor(out);
  if (kernels) {
    // biome-ignore format: one row a line
    run(() => kernels.binarise(
      place(data), workRoom(out.length), place(mask.data), place(out), mask.width, mask.height,
    ));
    return { width, height, data: out };
  }
  const raw = new Uint8Array(width * height);
  for (let i = 0; i < raw.length; i++) raw[i] = data[i]! > 0 ? 1 : 0;
  for (let cell = 0; cell < mask.data.length; cell++) {
    if (mask.data[cell] === 0) continue;
    const start = Math.floor(cell / mask.width) * CELL * width + (cell % mask.width) * CELL;
    for (let y = 0; y < CELL; y++) {
      for (let i = start + y * width, end = i + CELL; i < end; i++) {
        const above = raw[i - width - 1]! + raw[i - width]! + raw[i - width + 1]!;
        const below = raw[i + width - 1]! + raw[i + width]! + raw[i + width + 1]!;
        out[i] = above + below + raw[i - 1]! + raw[i]! + raw[i + 1]! >= 5 ? 1 : 0;
      }
    }
  }
  return { width, height, data: out };
}
