// The minutiae of a view are six planes of `count` 32-bit numbers, sorted by y: x, y, angle, its cosine and sine, and weight.

export function x(view: usize, i: i32): f64 {
  return load<f32>(view + (i << 2));
}

export function y(view: usize, count: i32, i: i32): f64 {
  return load<f32>(view + ((count + i) << 2));
}

export function angle(view: usize, count: i32, i: i32): f64 {
  return load<f32>(view + ((2 * count + i) << 2));
}

export function cos(view: usize, count: i32, i: i32): f64 {
  return load<f32>(view + ((3 * count + i) << 2));
}

export function sin(view: usize, count: i32, i: i32): f64 {
  return load<f32>(view + ((4 * count + i) << 2));
}
