import { CELL, NET } from '../constants.ts';
import { call, newBytes, withKernels } from '../kernels/memory.ts';
import { CHANNELS, REFINED, WEIGHTS } from './generated/net-weights.ts';
import { newPlane, type Plane } from './plane.ts';

export interface Seen {
  /** Ridges are about 1 and valleys about −1. */
  readonly picture: Plane;
  /** Per cell: twice the angle across the ridge, as a vector, which is short where the net is not sure. */
  readonly cos: Plane;
  readonly sin: Plane;
}

/** Numbers of 16 bits, `channels` for each pixel, with a border of zeros. */
interface Grid {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Uint8Array;
}

function newGrid(width: number, height: number, channels: number): Grid {
  const bytes = 2 * channels * (width + 2 * NET.border) * (height + 2 * NET.border);
  return { width, height, channels, data: newBytes(bytes) };
}

let weights: Uint8Array | undefined;

/** What a net that learned from synthetic fingers alone sees in a flattened picture. `lab/train` has its structure. */
export function seeRidges(flat: Plane): Seen {
  weights ??= Uint8Array.from(atob(WEIGHTS), (character) => character.charCodeAt(0));
  const picture = newPlane(flat.width, flat.height);
  const cells = [flat.width / CELL, flat.height / CELL] as const;
  const [cos, sin] = [newPlane(...cells), newPlane(...cells)];
  withKernels(() => {
    const [columns, rows] = [flat.width / 2, flat.height / 2];
    const width = (Math.ceil(flat.width / NET.columns) * NET.columns) / 2;
    const input = newGrid(width, (Math.ceil(flat.height / NET.rows) * NET.rows) / 2, 8);
    call('toGrid', flat.data, columns, rows, input.data, width);
    const { ridges, directions } = run(input, weights!);
    call('fromGrid', ridges.data, width, picture.data, columns, rows);
    readDirections(directions, cos, sin);
  });
  return { picture, cos, sin };
}

function readDirections({ data, width, channels }: Grid, cos: Plane, sin: Plane): void {
  const numbers = new Int16Array(data.buffer, data.byteOffset, data.length / 2);
  for (let y = 0, cell = 0; y < cos.height; y++) {
    let at = channels * ((y + NET.border) * (width + 2 * NET.border) + NET.border);
    for (let x = 0; x < cos.width; x++, cell++, at += channels) {
      cos.data[cell] = numbers[at]! / NET.unit;
      sin.data[cell] = numbers[at + 1]! / NET.unit;
    }
  }
}

interface Convolution {
  readonly taps?: 1 | 3;
  readonly stride?: 1 | 2;
  readonly dilation?: number;
  /** Whether negative sums become 0. */
  readonly isCut?: boolean;
}

/** Down to a sixteenth of the resolution, and up again. Each convolution takes the next layer of the weights. */
function run(input: Grid, layers: Uint8Array): { ridges: Grid; directions: Grid } {
  let at = 0;
  const conv = (from: Grid, outputs: number, how: Convolution = {}): Grid => {
    const { taps = 3, stride = 1, dilation = 1, isCut = true } = how;
    const to = newGrid(from.width / stride, from.height / stride, outputs);
    const layer = layers.subarray(at, (at += 4 + outputs * (6 + from.channels * taps * taps)));
    // biome-ignore format: one call
    call('convolve', from.data, to.data, layer, from.channels, outputs, to.width, to.height, taps, stride, dilation, isCut ? 1 : 0);
    return to;
  };
  const refine = (grid: Grid, times: number): Grid => {
    for (let k = 0; k < times; k++)
      call('addGrid', grid.data, conv(grid, grid.channels, { dilation: 1 + (k % 2) }).data, grid.data.length);
    return grid;
  };
  const rise = (fine: Grid, coarse: Grid): Grid => {
    const below = conv(coarse, fine.channels, { taps: 1, isCut: false });
    call('addDoubled', fine.data, below.data, fine.channels, fine.width, fine.height);
    return conv(fine, fine.channels);
  };
  const [a, b, c, d] = CHANNELS;
  const half = conv(conv(input, a), a);
  const quarter = conv(conv(half, b, { stride: 2 }), b);
  const eighth = refine(conv(quarter, c, { stride: 2 }), REFINED[0]);
  const deepest = refine(conv(eighth, d, { stride: 2 }), REFINED[1]);
  const risen = rise(quarter, rise(eighth, deepest));
  const ridges = conv(rise(half, risen), 4, { isCut: false });
  return { ridges, directions: conv(risen, 4, { taps: 1, isCut: false }) };
}
