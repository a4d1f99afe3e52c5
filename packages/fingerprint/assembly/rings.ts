import { PI } from './angles';
import { MAP_orientationSteps, MAP_outside } from './generated/constants';
import { orientationAt } from './maps';
import { angle, cos, sin, x, y } from './minutiae';

/** Two vectors, of which not all bytes are used. */
export const BYTES_PER_MINUTIA = 32;

/**
 * The orientations at points around each minutia relative to its direction, a byte per point. Bytes of points off the finger are not written. `points`:
 * x and y of each, 32-bit numbers. `known`: the number of points on the finger, per minutia.
 */
// biome-ignore format: the parameters of a kernel on one line
export function rings(view: usize, count: i32, map: usize, columns: i32, rows: i32, left: f64, top: f64, points: usize, pointCount: i32, out: usize, known: usize): void {
  const steps = MAP_orientationSteps;
  for (let i = 0; i < count; i++, out += BYTES_PER_MINUTIA) {
    const c = cos(view, count, i);
    const s = sin(view, count, i);
    const turn = (angle(view, count, i) / PI) * steps;
    // Two half turns are added, so that the difference to any orientation is above 0.
    const own = i32(floor(2 * steps - (turn - 2 * steps * floor(turn / (2 * steps))) + 0.5));
    let seen = 0;
    for (let k = 0; k < pointCount; k++) {
      const px: f64 = load<f32>(points + (k << 3));
      const py: f64 = load<f32>(points + (k << 3), 4);
      const atX = x(view, i) + c * px - s * py;
      const atY = y(view, count, i) + s * px + c * py;
      const here = orientationAt(map, columns, rows, atX - left, atY - top);
      if (here == i32(MAP_outside)) continue;
      store<u8>(out + k, (here + own) % i32(steps));
      seen++;
    }
    store<u8>(known + i, seen);
  }
}
