/** A finger as a phone would photograph it: lit skin on a curved fingertip, before something else, in or out of focus, with a sensor's noise. */
import { newPlane, smooth, type Plane } from '../extract/plane.ts';
import { withKernels } from '../kernels/memory.ts';
import type { Photo } from '../photo/types.ts';
import { masterOf } from './master.ts';
import { smoothNoise } from './noise.ts';
import { PHOTOGRAPH } from './photograph-constants.ts';
import { skinAt, viewOf, type FingerView } from './photograph-view.ts';
import { randomFor, type Random } from './random.ts';

export interface SyntheticPhoto {
  readonly finger: number;
  /** Another one is another picture of the same finger: held, rolled and lit a little differently. */
  readonly shot: number;
  /** Pixels of the photo per pixel at 500 dpi; about 1.3 where nothing is said. */
  readonly scale?: number;
  /** Radians by which the finger is turned clockwise, beside the little by which hands differ. */
  readonly turn?: number;
  /** Out of focus by this many pixels. */
  readonly blur?: number;
  /** 1 is a well lit room. */
  readonly light?: number;
  /** Nothing but what would be behind the finger. */
  readonly empty?: boolean;
}

/** The same numbers give the same pixels on every runtime. */
export function photograph(wanted: SyntheticPhoto): Photo {
  const { finger, shot, blur = 0, light = 1, empty = false } = wanted;
  const random = randomFor('photograph', finger, shot);
  const view = viewOf(random, wanted);
  return withKernels(() => {
    const colours = behind(random);
    if (!empty) paint(colours, view, finger);
    const focused = blur > 0 ? colours.map((plane) => smooth(plane, Math.ceil(blur), 2)) : colours;
    return develop(focused, light, random);
  });
}

/** A table, a floor, a sleeve: grayish, with soft patches. */
function behind(random: Random): Plane[] {
  const { width, height, patches, patchCell, background } = PHOTOGRAPH;
  const shade = random.between(...background);
  const relief = smoothNoise(width, height, patchCell, random);
  return [0.96, 1, 1.04].map((tint) => {
    const plane = newPlane(width, height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = tint * (shade + patches * relief[i]!);
    return plane;
  });
}

function paint(colours: readonly Plane[], view: FingerView, finger: number): void {
  const master = masterOf(finger);
  for (let y = 0, i = 0; y < PHOTOGRAPH.height; y++) {
    for (let x = 0; x < PHOTOGRAPH.width; x++, i++) {
      const skin = skinAt(view, master, x, y);
      if (skin === undefined) continue;
      for (const [c, plane] of colours.entries()) {
        const lit = skin.light * (1 + PHOTOGRAPH.ridgeContrast[c]! * skin.relief);
        plane.data[i] = PHOTOGRAPH.skin[c]! * lit + skin.shine;
      }
    }
  }
}

function develop(colours: readonly Plane[], light: number, random: Random): Photo {
  const { width, height, noise } = PHOTOGRAPH;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0, o = 0; i < width * height; i++, o += 4) {
    const grain = (random.unit() - 0.5) * 2 * noise;
    for (let c = 0; c < 3; c++) data[o + c] = colours[c]!.data[i]! * light + grain;
    data[o + 3] = 255;
  }
  return { width, height, data };
}
