import { MAP_cell, MAP_outside } from './generated/constants';

/** At a position relative to the corner of the map; MAP_outside off the finger. */
export function orientationAt(map: usize, columns: i32, rows: i32, x: f64, y: f64): i32 {
  const column = i32(floor(x / MAP_cell));
  const row = i32(floor(y / MAP_cell));
  if (u32(column) >= u32(columns) || u32(row) >= u32(rows)) return i32(MAP_outside);
  return load<u8>(map + row * columns + column);
}
