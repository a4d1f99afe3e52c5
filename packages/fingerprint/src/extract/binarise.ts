import { call, newBytes } from '../kernels/memory.ts';
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
  call('binarise', data, newBytes(out.length), mask.data, out, mask.width, mask.height);
  return { width, height, data: out };
}
