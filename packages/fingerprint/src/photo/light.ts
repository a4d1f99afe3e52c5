import { newPlane, smooth, type Plane } from '../extract/plane.ts';
import type { Image } from '../types.ts';
import { FAULT, FRAME, LIGHT, RIDGES } from './constants.ts';
import type { RidgeGrid } from './ridge-grid.ts';
import type { SkinMask } from './skin.ts';
import type { Colors } from './small-copy.ts';
import type { PhotoFault } from './types.ts';

/** Areas without ridges are blank, because amplified noise would look like minutiae. */
export function evenLight(image: Plane, inside: Plane, grid: RidgeGrid): Image {
  const mean = smooth(image, LIGHT.meanRadius).data;
  const off = newPlane(image.width, image.height);
  const squares = newPlane(image.width, image.height);
  for (let i = 0; i < off.data.length; i++) {
    off.data[i] = image.data[i]! - mean[i]!;
    squares.data[i] = off.data[i]! * off.data[i]!;
  }
  const variance = smooth(squares, LIGHT.deviationRadius).data;
  const trust = trustOf(inside, grid);
  const pixels = new Uint8Array(off.data.length);
  for (let i = 0; i < pixels.length; i++) {
    const wave = off.data[i]! / (Math.sqrt(variance[i]!) + LIGHT.floor);
    pixels[i] = Math.max(0, Math.min(255, Math.round(LIGHT.paper - LIGHT.strength * trust.data[i]! * wave)));
  }
  return { width: image.width, height: image.height, pixels, dpi: FRAME.dpi };
}

/** 0 to 1 per pixel: the local clarity, fading out toward the finger's edge. */
function trustOf(inside: Plane, { clarity }: RidgeGrid): Plane {
  const out = newPlane(inside.width, inside.height);
  for (let i = 0; i < out.data.length; i++) {
    const column = Math.min(clarity.width - 1, Math.floor((i % out.width) / RIDGES.step));
    const row = Math.min(clarity.height - 1, Math.floor(i / out.width / RIDGES.step));
    const value = (clarity.data[row * clarity.width + column]! - RIDGES.weak) / (RIDGES.clear - RIDGES.weak);
    out.data[i] = inside.data[i]! * Math.max(0, Math.min(1, value));
  }
  return smooth(out, RIDGES.step / 2, 2);
}

/** Whether bad light is the reason that the ridges are unclear; without a mask, that no skin was found. */
export function lightFault(small: Colors, mask?: SkinMask): PhotoFault | undefined {
  const [red, green, blue] = small.planes;
  let [count, sum, greens, bright] = [0, 0, 0, 0];
  for (let i = 0; i < red.length; i++) {
    if (mask?.data[i] === 0) continue;
    count++;
    sum += (red[i]! + green[i]! + blue[i]!) / 3;
    greens += green[i]!;
    if (red[i]! + green[i]! + blue[i]! > 3 * FAULT.brightAbove) bright++;
  }
  if (sum / count < FAULT.darkBelow) return 'too_dark';
  const isWhite = mask !== undefined && greens / count > FAULT.maxGreen;
  return isWhite || bright / count > FAULT.maxBright ? 'too_bright' : undefined;
}
