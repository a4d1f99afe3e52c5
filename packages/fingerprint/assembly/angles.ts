import { atan2 } from './host';

export const PI: f64 = 3.141592653589793;

/** Like Math.round: rounds halves up. */
export function round(value: f64): f64 {
  const whole = ceil(value);
  return whole - 0.5 > value ? whole - 1 : whole;
}

/** An angle between −π and π. Most angles need no division. */
export function wrap(angle: f64): f64 {
  if (abs(angle) < 9.42) return angle - (angle >= PI ? 2 * PI : angle < -PI ? -2 * PI : 0);
  return angle - 2 * PI * round(angle / (2 * PI));
}

/** The direction of (cos, sin) with an error below 0.00002 radians; NaN for (0, 0). */
export function roughAngle(sin: f64, cos: f64): f64 {
  const x = abs(cos);
  const y = abs(sin);
  const t = min(x, y) / max(x, y);
  const q = t * t;
  // biome-ignore format: one polynomial
  let angle = t * (0.9999772 + q * (-0.3326228 + q * (0.1935403 + q * (-0.1164263 + q * (0.0526472 + q * -0.0117191)))));
  if (y > x) angle = PI / 2 - angle;
  if (cos < 0) angle = PI - angle;
  return sin < 0 ? -angle : angle;
}

/** The direction of (cos, sin), rounded to steps of a half turn. The exact angle is computed only near the middle between two steps. */
export function turnSteps(sin: f64, cos: f64, steps: f64): i32 {
  const rough = roughAngle(sin, cos) * (steps / PI);
  const whole = nearest(rough);
  return i32(abs(rough - whole) < 0.49 ? whole : round((atan2(sin, cos) / PI) * steps));
}
