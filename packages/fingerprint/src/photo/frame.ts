import { newPlane, type Plane } from '../extract/plane.ts';
import { FINGER, FRAME } from './constants.ts';
import type { SkinMask } from './skin.ts';
import { averaged, wipe } from './small-copy.ts';
import type { FingerPlace, Photo } from './types.ts';

export type Channel = 0 | 1 | 2;

/** The fingertip upright and mirrored, because a photo is the mirror image of a sensor capture. */
export interface Frame {
  readonly colors: readonly Plane[];
  /** 0 to 1: how far inside the finger, 1 from a few pixels on. */
  readonly inside: Plane;
}

/** `scale`: pixels of the photo per pixel of the frame. */
// biome-ignore format: the parameters on one line
export function frameFinger(photo: Photo, mask: SkinMask, factor: number, place: FingerPlace, scale: number, channels: readonly Channel[]): Frame {
  const at = photoPosition(place, scale);
  const reduction = Math.max(1, Math.floor(scale));
  const inside = readMask(mask, walkOf(at, { x: 0, y: 0 }, factor));
  if (reduction === 1) {
    const walk = walkOf(at, { x: 0.5, y: 0.5 }, 1);
    return {
      colors: channels.map((channel) => read({ ...photo, values: photo.data, channel, stride: 4 }, walk)),
      inside,
    };
  }
  const area = boundingArea(photo, at);
  const means = averaged(photo, area, reduction);
  const walk = walkOf(at, { x: area.x + reduction / 2, y: area.y + reduction / 2 }, reduction);
  const { width, height, planes } = means;
  const colors = channels.map((channel) =>
    read({ width, height, values: planes[channel], channel: 0, stride: 1 }, walk),
  );
  wipe(means);
  return { colors, inside };
}

interface Walk {
  readonly x: number;
  readonly y: number;
  readonly columnX: number;
  readonly columnY: number;
  readonly rowX: number;
  readonly rowY: number;
}

/** For a picture that starts at `from` and has one pixel per `factor` pixels of the photo. */
function walkOf(at: Position, from: { readonly x: number; readonly y: number }, factor: number): Walk {
  return {
    x: (at.x(0, 0) - from.x) / factor,
    y: (at.y(0, 0) - from.y) / factor,
    columnX: (at.x(1, 0) - at.x(0, 0)) / factor,
    columnY: (at.y(1, 0) - at.y(0, 0)) / factor,
    rowX: (at.x(0, 1) - at.x(0, 0)) / factor,
    rowY: (at.y(0, 1) - at.y(0, 0)) / factor,
  };
}

/** One color of a picture: the value of a pixel is at `channel + stride * (row * width + column)`. */
interface Source {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8ClampedArray | Uint8Array | Float32Array;
  readonly channel: number;
  readonly stride: number;
}

function read({ width, height, values, channel, stride }: Source, walk: Walk): Plane {
  const line = stride * width;
  return frameOf(walk, width - 1, height - 1, (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const i = channel + top * line + left * stride;
    const upper = values[i]! + (values[i + stride]! - values[i]!) * (x - left);
    const lower = values[i + line]! + (values[i + line + stride]! - values[i + line]!) * (x - left);
    return upper + (lower - upper) * (y - top);
  });
}

const readMask = ({ width, height, data }: SkinMask, walk: Walk): Plane =>
  frameOf(walk, width, height, (x, y) => data[Math.floor(y) * width + Math.floor(x)]!);

/** The value at each pixel of the frame whose position is below `width` and `height`; 0 at the others. */
function frameOf(walk: Walk, width: number, height: number, valueAt: (x: number, y: number) => number): Plane {
  const out = newPlane(FRAME.width, FRAME.height);
  for (let row = 0, o = 0; row < FRAME.height; row++) {
    let x = walk.x + row * walk.rowX;
    let y = walk.y + row * walk.rowY;
    for (let column = 0; column < FRAME.width; column++, o++, x += walk.columnX, y += walk.columnY)
      if (x >= 0 && y >= 0 && x < width && y < height) out.data[o] = valueAt(x, y);
  }
  return out;
}

interface Position {
  x(column: number, row: number): number;
  y(column: number, row: number): number;
}

/** The point of the photo at a pixel of the frame. Columns are reversed, which mirrors the photo. */
function photoPosition({ tip, down }: FingerPlace, scale: number): Position {
  return {
    x: (column, row) => tip.x + scale * ((row - FRAME.above) * down.x - (column - FRAME.width / 2) * down.y),
    y: (column, row) => tip.y + scale * ((row - FRAME.above) * down.y + (column - FRAME.width / 2) * down.x),
  };
}

function boundingArea(photo: Photo, at: Position): { x: number; y: number; width: number; height: number } {
  const corners = [0, FRAME.width].flatMap((x) => [0, FRAME.height].map((y) => [at.x(x, y), at.y(x, y)] as const));
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, Math.floor(value)));
  const left = clamp(Math.min(...corners.map(([x]) => x)) - 2, photo.width - 1);
  const top = clamp(Math.min(...corners.map(([, y]) => y)) - 2, photo.height - 1);
  const right = clamp(Math.max(...corners.map(([x]) => x)) + 3, photo.width);
  const bottom = clamp(Math.max(...corners.map(([, y]) => y)) + 3, photo.height);
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

export const scaleByWidth = ({ width }: FingerPlace): number => width / FINGER.width;
