import { MAP } from '../constants.ts';
import type { RidgeMap } from './map.ts';

const HEAD = 7;
const VERSION = 1;

/** Bytes for the record, or undefined for a finger too large to be one: then minutiae must do. */
export function packMap(map: RidgeMap): Uint8Array | undefined {
  const bytes = bytesFor(map.columns, map.rows);
  if (map.columns > 255 || map.rows > 255 || bytes > MAP.maxBytes) return undefined;
  const out = new Uint8Array(bytes);
  const view = new DataView(out.buffer);
  out[0] = VERSION;
  view.setUint16(1, map.left);
  view.setUint16(3, map.top);
  out[5] = map.columns;
  out[6] = map.rows;
  out.set(map.turn, HEAD);
  out.set(map.pitch, HEAD + map.turn.length);
  const start = HEAD + map.turn.length + map.pitch.length;
  for (let i = 0; i < map.ridge.length; i++) out[start + (i >> 3)]! |= map.ridge[i]! << (i & 7);
  return out;
}

/** The map, or undefined where there is none, or one that this version does not know. */
export function unpackMap(bytes: Uint8Array | undefined): RidgeMap | undefined {
  if (bytes === undefined || bytes.length < HEAD || bytes[0] !== VERSION) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const columns = bytes[5]!;
  const rows = bytes[6]!;
  if (bytes.length !== bytesFor(columns, rows)) return undefined;
  const cells = columns * rows;
  const start = HEAD + cells + pitches(columns, rows);
  const ridge = new Uint8Array(cells * MAP.half * MAP.half);
  for (let i = 0, at = start; i < ridge.length; at++) {
    const eight = bytes[at]!;
    for (let bit = 0; bit < 8; bit++) ridge[i++] = (eight >> bit) & 1;
  }
  return { left: view.getUint16(1), top: view.getUint16(3), columns, rows, turn: bytes.subarray(HEAD, HEAD + cells), pitch: bytes.subarray(HEAD + cells, start), ridge };
}

function bytesFor(columns: number, rows: number): number {
  return HEAD + columns * rows + pitches(columns, rows) + (columns * rows * MAP.half * MAP.half) / 8;
}

function pitches(columns: number, rows: number): number {
  return Math.ceil(columns / MAP.pitchCells) * Math.ceil(rows / MAP.pitchCells);
}
