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
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const columns = bytes[5]!;
  const rows = bytes[6]!;
  const cells = columns * rows;
  if (bytes.length !== bytesFor(cells)) return undefined;
  const orientation = bytes.subarray(HEAD, HEAD + cells);
  return {
    left: view.getUint16(1),
    top: view.getUint16(3),
    columns,
    rows,
    orientation,
    ridge: unpackRidges(bytes, HEAD + cells, orientation, columns, rows),
  };
}

/** Cell by cell: each has MAP.half bits in each of MAP.half rows, and where a cell lies outside the finger its bits mean nothing. */
function unpackRidges(
  bytes: Uint8Array,
  start: number,
  orientation: Uint8Array,
  columns: number,
  rows: number,
): Uint8Array {
  const width = columns * MAP.half;
  const ridge = new Uint8Array(width * rows * MAP.half).fill(MAP.nothing);
  for (let cell = 0; cell < orientation.length; cell++) {
    if (orientation[cell] === MAP.outside) continue;
    const corner = Math.floor(cell / columns) * MAP.half * width + (cell % columns) * MAP.half;
    for (let i = corner; i < corner + MAP.half * width; i += width) {
      const four = bytes[start + (i >> 3)]! >> (i & 7);
      ridge[i] = four & 1;
      ridge[i + 1] = (four >> 1) & 1;
      ridge[i + 2] = (four >> 2) & 1;
      ridge[i + 3] = (four >> 3) & 1;
    }
  }
  return ridge;
}

function bytesFor(cells: number): number {
  return HEAD + cells + (cells * MAP.half * MAP.half) / 8;
}
