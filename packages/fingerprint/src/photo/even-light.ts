import { boxMean, newPlane, smooth, type Plane } from '../extract/plane.ts';
import type { Image } from '../types.ts';
import { FRAME, LIGHT, RIDGES } from './constants.ts';
import type { RidgeGrid } from './ridges.ts';

/**
 * Each pixel against the light and the contrast around it, light ridges turned dark, as ink on paper, unless they are that already. Where no ridges were read the paper
 * stays blank: noise raised to full strength would look like minutiae.
 */
export function printOf(image: Plane, inside: Plane, grid: RidgeGrid, isInk: boolean): Image {
  const mean = boxMean(image, LIGHT.meanRadius).data;
  const off = newPlane(image.width, image.height);
  const squares = newPlane(image.width, image.height);
  for (let i = 0; i < off.data.length; i++) {
    off.data[i] = image.data[i]! - mean[i]!;
    squares.data[i] = off.data[i]! * off.data[i]!;
  }
  const variance = boxMean(squares, LIGHT.deviationRadius).data;
  const trust = trustOf(inside, grid);
  const strength = isInk ? -LIGHT.strength : LIGHT.strength;
  const pixels = new Uint8Array(off.data.length);
  for (let i = 0; i < pixels.length; i++) {
    const wave = off.data[i]! / (Math.sqrt(variance[i]!) + LIGHT.floor);
    pixels[i] = Math.max(0, Math.min(255, Math.round(LIGHT.paper - strength * trust.data[i]! * wave)));
  }
  return { width: image.width, height: image.height, pixels, dpi: FRAME.dpi };
}

/** 0 to 1 per pixel: the clarity around it, fading out towards the finger's edge. */
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
