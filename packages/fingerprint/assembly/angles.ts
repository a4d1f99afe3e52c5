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

/** The direction of (cos, sin), rounded to steps of a half turn. */
export function turnSteps(sin: f64, cos: f64, steps: f64): i32 {
  return i32(round((atan2(sin, cos) / PI) * steps));
}
