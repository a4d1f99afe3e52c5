import { MAP } from '../constants.ts';

/**
 * What the engine keeps of a view beyond its minutiae: per 8 × 8 pixels the ridge direction, and the ridges themselves at half
 * resolution, one bit each. Travels as the record's vendor data; a record of another maker comes without it.
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
