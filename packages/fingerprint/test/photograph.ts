/** A finger as a phone would photograph it: lit skin on a curved fingertip, a background, optional blur, and sensor noise. */
import { newPlane, smooth, type Plane } from '../src/extract/plane.ts';
import { withKernels } from '../src/kernels/memory.ts';
import type { Photo } from '../src/photo/types.ts';
import { masterOf } from '../src/synthesize/master.ts';
import { smoothNoise } from '../src/synthesize/noise.ts';
import { PHOTO_HEIGHT, PHOTO_WIDTH, skinAt, viewOf, type FingerView } from './photograph-skin.ts';
import { sin } from '../src/synthesize/portable.ts';
import { randomFor, type Random } from '../src/synthesize/random.ts';

/** Red, green, blue. Ridges catch the light. Blood lets red through, so red shows ridges least. */
const SKIN = [222, 164, 142];
const RIDGE_CONTRAST = [0.04, 0.1, 0.11];
const BACKGROUND = [60, 150] as const;
const BACKGROUND_TINT = [0.96, 1, 1.04];
const PATCHES = 22;
const PATCH_CELL = 60;
/** Threads of a checked cloth, each a check wide. */
const CLOTH = [
  [178, 60, 58],
  [226, 222, 214],
  [48, 66, 120],
];
const CHECK = 9;
/** Gray levels either way. */
const NOISE = 3;
/** Distance of fingers side by side, in pixels at 500 dpi. */
const APART = 352;

export interface SyntheticPhoto {
  readonly finger: number;
  /** Each number is another picture of the same finger, held, rolled and lit slightly differently. */
  readonly shot: number;
  /** Pixels of the photo per pixel at 500 dpi; about 1.3 by default. */
  readonly scale?: number;
  /** Radians by which the finger is turned clockwise, in addition to a small random turn. */
  readonly turn?: number;
  /** Out of focus by this many pixels. */
  readonly blur?: number;
  /** 1 is good indoor light. */
  readonly light?: number;
  /** Only the background. */
  readonly empty?: boolean;
  /** A checked cloth in the background. */
  readonly cloth?: boolean;
  /** Fingers on either side of it. */
  readonly beside?: boolean;
  /** Structured light: stripes this many pixels apart are projected on everything. */
  readonly stripes?: number;
}

/** The same numbers give the same pixels on every runtime. */
export function photograph(wanted: SyntheticPhoto): Photo {
  const { finger, shot, blur = 0, light = 1, empty = false, cloth = false, beside = false, stripes } = wanted;
  const random = randomFor('photograph', finger, shot);
  const view = viewOf(random, wanted);
  return withKernels(() => {
    const colors = behind(random, cloth);
    if (!empty) for (const k of beside ? [-1, 0, 1] : [0]) paint(colors, asideOf(view, k), finger + k);
    if (stripes !== undefined) project(colors, stripes);
    const focused = blur > 0 ? colors.map((plane) => smooth(plane, Math.ceil(blur), 2)) : colors;
    return develop(focused, light, random);
  });
}

const asideOf = (view: FingerView, k: number): FingerView => ({
  ...view,
  tipX: view.tipX + k * APART * view.scale * view.cos,
  tipY: view.tipY + k * APART * view.scale * view.sin,
});

function project(colors: readonly Plane[], apart: number): void {
  for (const { width, data } of colors)
    for (let i = 0; i < data.length; i++) data[i]! *= 0.6 + 0.4 * sin((2 * Math.PI * (i % width)) / apart);
}

/** A grayish background with soft patches, or a cloth with fine checks. */
function behind(random: Random, cloth: boolean): Plane[] {
  const shade = random.between(...BACKGROUND);
  const relief = smoothNoise(PHOTO_WIDTH, PHOTO_HEIGHT, PATCH_CELL, random);
  return BACKGROUND_TINT.map((tint, c) => {
    const plane = newPlane(PHOTO_WIDTH, PHOTO_HEIGHT);
    for (let i = 0; i < plane.data.length; i++)
      plane.data[i] = (cloth ? threadAt(i)[c]! : tint * shade) + PATCHES * relief[i]!;
    return plane;
  });
}

/** The threads cross over and under each other. */
function threadAt(i: number): readonly number[] {
  const [x, y] = [Math.floor((i % PHOTO_WIDTH) / CHECK), Math.floor(i / PHOTO_WIDTH / CHECK)];
  return CLOTH[((x + y) % 2 ? x : y) % CLOTH.length]!;
}

function paint(colors: readonly Plane[], view: FingerView, finger: number): void {
  const master = masterOf(finger);
  for (let y = 0, i = 0; y < PHOTO_HEIGHT; y++) {
    for (let x = 0; x < PHOTO_WIDTH; x++, i++) {
      const skin = skinAt(view, master, x, y);
      if (skin === undefined) continue;
      for (const [c, plane] of colors.entries()) {
        const lit = skin.light * (1 + RIDGE_CONTRAST[c]! * skin.relief);
        plane.data[i] = SKIN[c]! * lit + skin.shine;
      }
    }
  }
}

function develop(colors: readonly Plane[], light: number, random: Random): Photo {
  const data = new Uint8ClampedArray(PHOTO_WIDTH * PHOTO_HEIGHT * 4);
  for (let i = 0, o = 0; o < data.length; i++, o += 4) {
    const grain = (random.unit() - 0.5) * 2 * NOISE;
    for (let c = 0; c < 3; c++) data[o + c] = colors[c]!.data[i]! * light + grain;
    data[o + 3] = 255;
  }
  return { width: PHOTO_WIDTH, height: PHOTO_HEIGHT, data };
}
