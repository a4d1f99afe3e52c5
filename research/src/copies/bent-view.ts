import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { View } from '../../../packages/fingerprint/src/index.ts';
import type { RidgeMap } from '../../../packages/fingerprint/src/ridges/map.ts';
import { packMap, unpackMap } from '../../../packages/fingerprint/src/ridges/pack.ts';

type Place = [x: number, y: number];

/** Where each place of a view moves to, and the way back. */
export interface Bend {
  readonly forth: (x: number, y: number) => Place;
  readonly back: (x: number, y: number) => Place;
}

export function turn(angle: number): Bend {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    forth: (x, y) => [cos * x - sin * y, sin * x + cos * y],
    back: (x, y) => [cos * x + sin * y, cos * y - sin * x],
  };
}

/** Wider, and as much shorter. */
export const stretch = (by: number): Bend => ({
  forth: (x, y) => [x * by, y / by],
  back: (x, y) => [x / by, y * by],
});

export const shear = (by: number): Bend => ({ forth: (x, y) => [x + by * y, y], back: (x, y) => [x - by * y, y] });

/** Pixels aside along the finger, and then up and down across it. */
export function waves(pixels: number): Bend {
  const wave = (at: number): number => pixels * Math.sin(at / 40);
  return {
    forth: (x, y) => [x + wave(y), y + wave(x + wave(y))],
    back: (x, y) => [x - wave(y - wave(x)), y - wave(x)],
  };
}

const MARGIN = 8;

/** The view, map and all, on a sheet that holds it. */
export function bentView(view: View, { forth, back }: Bend): View {
  const sheet = boxOf(forth, 0, 0, view.width, view.height);
  const moved: Bend = {
    forth: (x, y) => [forth(x, y)[0] - sheet.left, forth(x, y)[1] - sheet.top],
    back: (x, y) => back(x + sheet.left, y + sheet.top),
  };
  const { width, height } = sheet;
  const minutiae = view.minutiae.map((minutia) => {
    const [x, y] = moved.forth(minutia.x, minutia.y);
    return {
      ...minutia,
      x: Math.min(width - 1, Math.max(0, Math.round(x))),
      y: Math.min(height - 1, Math.max(0, Math.round(y))),
      direction: -bentAngle(moved, minutia.x, minutia.y, -minutia.direction),
    };
  });
  const map = unpackMap(view.extended);
  return { ...view, width, height, minutiae, ...(map ? { extended: packMap(bentMap(map, moved)) } : {}) };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Around what becomes of a rectangle. */
function boxOf(forth: Bend['forth'], left: number, top: number, right: number, bottom: number): Box {
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => forth(x, y)));
  const span = (axis: 0 | 1): [from: number, size: number] => {
    const values = corners.map((corner) => corner[axis]);
    const from = Math.floor(Math.min(...values)) - MARGIN;
    return [from, Math.ceil(Math.max(...values)) + MARGIN - from];
  };
  const [[x, width], [y, height]] = [span(0), span(1)];
  return { left: x, top: y, width, height };
}

/** Where a line through this place points afterwards; angles with y down. */
function bentAngle({ forth }: Bend, x: number, y: number, angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [[fromX, fromY], [toX, toY]] = [forth(x - cos, y - sin), forth(x + cos, y + sin)];
  return Math.atan2(toY - fromY, toX - fromX);
}

/** Each cell and each pixel of the ridges is what lies nearest to it before the bend. */
function bentMap(map: RidgeMap, bend: Bend): RidgeMap {
  const box = boxOf(bend.forth, map.left, map.top, map.left + map.columns * MAP.cell, map.top + map.rows * MAP.cell);
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
  const [columns, rows] = [Math.ceil(box.width / MAP.cell), Math.ceil(box.height / MAP.cell)];
  const width = columns * MAP.half;
  const pixel = MAP.cell / MAP.half;
  const orientation = new Uint8Array(columns * rows).map((_, at) => {
    const [x, y] = bend.back(
      left + ((at % columns) + 0.5) * MAP.cell,
      top + (Math.floor(at / columns) + 0.5) * MAP.cell,
    );
    const there = valueAt(map.orientation, map.columns, map.rows, (x - map.left) / MAP.cell, (y - map.top) / MAP.cell);
    if (there === undefined || there === MAP.outside) return MAP.outside;
    const angle = bentAngle(bend, x, y, (there * Math.PI) / MAP.orientationSteps);
    const steps = Math.round((angle / Math.PI) * MAP.orientationSteps);
    return (steps + 2 * MAP.orientationSteps) % MAP.orientationSteps;
  });
  const ridge = new Uint8Array(width * rows * MAP.half).map((_, at) => {
    const [x, y] = bend.back(left + ((at % width) + 0.5) * pixel, top + (Math.floor(at / width) + 0.5) * pixel);
    const [wide, high] = [map.columns * MAP.half, map.rows * MAP.half];
    return valueAt(map.ridge, wide, high, (x - map.left) / pixel, (y - map.top) / pixel) ?? MAP.nothing;
  });
  return { left, top, columns, rows, orientation, ridge };
}

function valueAt(values: Uint8Array, columns: number, rows: number, x: number, y: number): number | undefined {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
  return values[row * columns + column];
}
