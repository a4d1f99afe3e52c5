import { newPlane, type Plane } from '../extract/plane.ts';
import { FINGER, FRAME } from './constants.ts';
import type { SkinMask } from './skin.ts';
import { averaged, wipe } from './small-copy.ts';
import type { FingerPlace, Photo } from './types.ts';

/** Red, green and blue. */
export type Channel = 0 | 1 | 2;

/** The fingertip upright and mirrored, as it would lie on a sensor: what the camera sees on the left a print shows on the right. */
export interface Frame {
  /** One for each channel that was asked for. */
  readonly colours: readonly Plane[];
  /** 0 to 1: how far inside the finger, 1 from a few pixels on. */
  readonly inside: Plane;
}

/** `scale`: pixels of the photo per pixel of the frame. */
export function frameFinger(
  photo: Photo,
  mask: SkinMask,
  factor: number,
  place: FingerPlace,
  scale: number,
  channels: readonly Channel[],
): Frame {
  const at = photoPosition(place, scale);
  const area = boundingArea(photo, at);
  const reduction = Math.max(1, Math.floor(scale));
  const source = averaged(photo, area, reduction);
  const planes = channels.map((channel) => source.planes[channel]);
  const colours = channels.map(() => newPlane(FRAME.width, FRAME.height));
  const inside = newPlane(FRAME.width, FRAME.height);
  for (let y = 0, o = 0; y < FRAME.height; y++) {
    for (let x = 0; x < FRAME.width; x++, o++) {
      const px = at.x(x, y);
      const py = at.y(x, y);
      if (px < 0 || py < 0 || px >= photo.width || py >= photo.height) continue;
      inside.data[o] = maskAt(mask, px / factor, py / factor);
      sample(source, planes, (px - area.x) / reduction, (py - area.y) / reduction, colours, o);
    }
  }
  wipe(source);
  return { colours, inside };
}

interface Position {
  x(column: number, row: number): number;
  y(column: number, row: number): number;
}

/** The point of the photo that lies at a pixel of the frame. Columns run against the photo's: that is the mirror. */
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

function maskAt(mask: SkinMask, x: number, y: number): number {
  const column = Math.min(mask.width - 1, Math.floor(x));
  return mask.data[Math.min(mask.height - 1, Math.floor(y)) * mask.width + column]!;
}

/** Bilinear; a pixel's value stands at its middle. */
function sample(
  source: { readonly width: number; readonly height: number },
  planes: readonly Float32Array[],
  px: number,
  py: number,
  to: readonly Plane[],
  o: number,
): void {
  const x = Math.max(0, Math.min(source.width - 1.001, px - 0.5));
  const y = Math.max(0, Math.min(source.height - 1.001, py - 0.5));
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [fx, fy] = [x - left, y - top];
  const i = top * source.width + left;
  const right = left + 1 < source.width ? 1 : 0;
  const below = top + 1 < source.height ? source.width : 0;
  for (let c = 0; c < planes.length; c++) {
    const plane = planes[c]!;
    const upper = plane[i]! + (plane[i + right]! - plane[i]!) * fx;
    const lower = plane[i + below]! + (plane[i + below + right]! - plane[i + below]!) * fx;
    to[c]!.data[o] = upper + (lower - upper) * fy;
  }
}

/** Photo pixels per pixel of the frame, by the finger's width alone. */
export const scaleByWidth = ({ width }: FingerPlace): number => width / FINGER.width;
