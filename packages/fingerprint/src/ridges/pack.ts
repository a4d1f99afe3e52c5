import { MAP } from '../constants.ts';
import { call, newBytes } from '../kernels/memory.ts';
import type { RidgeMap } from './map.ts';

const HEAD = 7;
const VERSION = 1;

export function packMap(map: RidgeMap): Uint8Array {
  const cells = map.columns * map.rows;
  const out = new Uint8Array(bytesFor(cells));
  const view = new DataView(out.buffer);
  out[0] = VERSION;
  view.setUint16(1, map.left);
  view.setUint16(3, map.top);
  out[5] = map.columns;
  out[6] = map.rows;
  out.set(map.orientation, HEAD);
  for (let i = 0; i < map.ridge.length; i++) out[HEAD + cells + (i >> 3)]! |= (map.ridge[i]! & 1) << (i & 7);
  return out;
}

export function middleRows(map: RidgeMap): RidgeMap {
  const maxRows = Math.floor(MAP.maxCells / map.columns);
  if (map.rows <= maxRows) return map;
  const first = (map.rows - maxRows) >> 1;
  const perRow = map.columns * MAP.half * MAP.half;
  return {
    ...map,
    top: map.top + first * MAP.cell,
    rows: maxRows,
    orientation: map.orientation.subarray(first * map.columns, (first + maxRows) * map.columns),
    ridge: map.ridge.subarray(first * perRow, (first + maxRows) * perRow),
  };
}

/** Returns undefined if there is no map, or one of an unknown version. */
export function unpackMap(bytes: Uint8Array | undefined): RidgeMap | undefined {
  if (bytes === undefined || bytes.length < HEAD || bytes[0] !== VERSION) return undefined;
  const columns = bytes[5]!;
  const rows = bytes[6]!;
  const cells = columns * rows;
  if (bytes.length !== bytesFor(cells)) return undefined;
  const orientation = bytes.subarray(HEAD, HEAD + cells);
  let ridge: Uint8Array | undefined;
  return {
    left: (bytes[1]! << 8) | bytes[2]!,
    top: (bytes[3]! << 8) | bytes[4]!,
    columns,
    rows,
    orientation,
    /** Unpacked on first use, because most comparisons of different fingers never use it. Valid inside its `withKernels`, which wipes it. */
    get ridge() {
      return (ridge ??= unpackRidges(bytes.subarray(HEAD + cells), orientation, columns, rows));
    },
  };
}

/** A cell has MAP.half × MAP.half bits, which are ignored outside the finger. */
function unpackRidges(bits: Uint8Array, orientation: Uint8Array, columns: number, rows: number): Uint8Array {
  const ridge = newBytes(columns * rows * MAP.half * MAP.half);
  call('unpack', bits, orientation, columns, rows, ridge);
  return ridge;
}

function bytesFor(cells: number): number {
  return HEAD + cells + (cells * MAP.half * MAP.half) / 8;
}
