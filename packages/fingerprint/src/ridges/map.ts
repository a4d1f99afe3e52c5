import { MAP } from '../constants.ts';

/**
 * The ridge direction per 8 × 8 pixels, and the ridges themselves at half resolution, one bit each. Part of a record as vendor data;
 * records of other makers have none.
 */
export interface RidgeMap {
  /** Where the map's corner lies in the view, pixels at 500 dpi. */
  readonly left: number;
  readonly top: number;
  /** In map cells. */
  readonly columns: number;
  readonly rows: number;
  /** Along the ridge: half a turn in MAP.orientationSteps steps, y down; MAP.outside where there is no finger. */
  readonly orientation: Uint8Array;
  /** One byte per half-resolution pixel, rows of columns × MAP.half: 1 on a ridge, 0 in a valley, MAP.nothing outside the finger. */
  readonly ridge: Uint8Array;
}

/** The direction at a place of the view, MAP.outside where there is no finger. */
export function orientationAt(map: RidgeMap, x: number, y: number): number {
  const column = Math.floor((x - map.left) / MAP.cell);
  const row = Math.floor((y - map.top) / MAP.cell);
  if (column < 0 || row < 0 || column >= map.columns || row >= map.rows) return MAP.outside;
  return map.orientation[row * map.columns + column]!;
}
