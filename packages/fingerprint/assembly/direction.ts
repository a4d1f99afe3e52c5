import { PI, round } from './angles';
import { ORIENTATION_steps } from './generated/constants';
import { atan2 } from './host';

/**
 * The direction of each cell of the mask from the sums of its near and its wider neighborhood: cosine and sine of twice the angle across the ridges
 * (doubles), the step of the angle along them, and the agreement of the near gradients.
 */
// biome-ignore format: the parameters of a kernel on one line
export function blend(mask: usize, count: i32, nearCos: usize, nearSin: usize, nearEnergy: usize, wideCos: usize, wideSin: usize, wideEnergy: usize, cos: usize, sin: usize, step: usize, coherence: usize): void {
  for (let i = 0; i < count; i++) {
    if (!load<u8>(mask + i)) continue;
    const four = i << 2;
    const x: f64 = load<f32>(nearCos + four);
    const y: f64 = load<f32>(nearSin + four);
    const energy = f64(load<f32>(nearEnergy + four)) + 1e-9;
    const wide = f64(load<f32>(wideEnergy + four)) + 1e-9;
    const near = sqrt(x * x + y * y) / energy;
    const trust = near * near;
    const rest = (1 - trust) * 0.5;
    const c = trust * (x / energy) + rest * (f64(load<f32>(wideCos + four)) / wide);
    const s = trust * (y / energy) + rest * (f64(load<f32>(wideSin + four)) / wide);
    store<f64>(cos + (i << 3), c);
    store<f64>(sin + (i << 3), s);
    store<u8>(step + i, stepAlong(s, c));
    store<f32>(coherence + four, f32(near));
  }
}

/** The ridge is a quarter turn from the gradient. */
function stepAlong(sin: f64, cos: f64): i32 {
  const angle = atan2(sin, cos) / 2 + PI * 1.5 - PI;
  return i32(round(((angle >= PI ? angle - PI : angle) / PI) * ORIENTATION_steps)) % i32(ORIENTATION_steps);
}
