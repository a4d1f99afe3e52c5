import { MAP } from '../constants.ts';

/** Vendor data of a record; records of other makers have none. */
export interface RidgeMap {
  /** Corner of the map in the view, in pixels at 500 dpi. */
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** Along the ridge: half a turn in MAP.orientationSteps steps, y down; MAP.outside off the finger. */
  readonly orientation: Uint8Array;
  /** One byte per half-resolution pixel, rows of columns × MAP.half: 1 on a ridge, 0 in a valley, MAP.nothing outside the finger. */
  readonly ridge: Uint8Array;
}

export function orientationAt(map: RidgeMap, x: number, y: number): number {
  const column = Math.floor((x - map.left) / MAP.cell);
  const row = Math.floor((y - map.top) / MAP.cell);
  if (column < 0 || row < 0 || column >= map.columns || row >= map.rows) return MAP.outside;
  return map.orientation[row * map.columns + column]!;
}
