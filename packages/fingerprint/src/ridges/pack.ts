import { MAP } from '../constants.ts';
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

/** Of a finger too large for a record, the rows in the middle. */
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

/** The map, or undefined where there is none, or one that this version does not know. */
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
    /** Most comparisons of strangers never ask for it. */
    get ridge() {
      return (ridge ??= unpackRidges(bytes, HEAD + cells, orientation, columns, rows));
    },
  };
}

/** Four bits of a record as four bytes of a map, for all that four bits can be. */
const FOUR_PIXELS = new Uint32Array(Uint8Array.from({ length: 64 }, (_, k) => ((k >> 2) >> (k & 3)) & 1).buffer);

/** Cell by cell: each has MAP.half bits in each of MAP.half rows, and where a cell lies outside the finger its bits mean nothing. */
function unpackRidges(
  bytes: Uint8Array,
  start: number,
  orientation: Uint8Array,
  columns: number,
  rows: number,
): Uint8Array {
  const ridge = new Uint8Array(columns * rows * MAP.half * MAP.half).fill(MAP.nothing);
  const fours = new Uint32Array(ridge.buffer, ridge.byteOffset, ridge.length >> 2);
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      if (orientation[cell] === MAP.outside) continue;
      const first = row * MAP.half * columns + column;
      for (let i = first; i < first + MAP.half * columns; i += columns)
        fours[i] = FOUR_PIXELS[(bytes[start + (i >> 1)]! >> ((i & 1) << 2)) & 15]!;
    }
  }
  return ridge;
}

function bytesFor(cells: number): number {
  return HEAD + cells + (cells * MAP.half * MAP.half) / 8;
}
