import type { Image, CaptureFault } from '../src/index.ts';

type Gray = (x: number, y: number) => number;

/** Pseudo-random, 0 to 1. */
function lot(seed: number, x: number, y: number): number {
  let bits = Math.imul(x + 0x9e37 * y + 0x85eb * seed, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32;
}

/** Smooth noise with hills of this width, -1 to 1. */
function hills(seed: number, width: number): Gray {
  const slow = (part: number): number => part * part * (3 - 2 * part);
  return (x, y) => {
    const [column, row] = [Math.floor(x / width), Math.floor(y / width)];
    const [u, v] = [slow(x / width - column), slow(y / width - row)];
    const at = (dx: number, dy: number): number => lot(seed, column + dx, row + dy);
    const above = at(0, 0) * (1 - u) + at(1, 0) * u;
    const below = at(0, 1) * (1 - u) + at(1, 1) * u;
    return 2 * (above * (1 - v) + below * v) - 1;
  };
}

const wave = (periods: number): number => 128 + 100 * Math.sin(2 * Math.PI * periods);
const grain =
  (seed: number, strength: number): Gray =>
  (x, y) =>
    strength * (lot(seed, x, y) - 0.5);
const spot = (x: number, y: number, width: number, height: number): number =>
  Math.exp(-((x / width) ** 2) - (y / height) ** 2);

const blurred =
  (gray: Gray, by: number): Gray =>
  (x, y) => {
    let sum = 0;
    for (let dy = -by; dy <= by; dy += by) for (let dx = -by; dx <= by; dx += by) sum += gray(x + dx, y + dy);
    return sum / 9;
  };

/** Random letters of three strokes each. */
function print(height: number): Gray {
  const [box, line] = [0.8 * height, 1.5 * height];
  const corner = (seed: number, column: number, row: number): [number, number] => [
    (Math.floor(3 * lot(seed, column, row)) / 2) * 0.6 * height,
    (Math.floor(3 * lot(seed + 9, column, row)) / 2) * height,
  ];
  return (x, y) => {
    const [column, row] = [Math.floor(x / box), Math.floor(y / line)];
    const [px, py] = [x - column * box - 3, y - row * line - 3];
    for (let stroke = 0; stroke < 3; stroke++) {
      const [ax, ay] = corner(2 * stroke, column, row);
      const [bx, by] = corner(2 * stroke + 1, column, row);
      const [dx, dy] = [bx - ax, by - ay];
      const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
      if (Math.hypot(px - ax - along * dx, py - ay - along * dy) < 2.2) return 20;
    }
    return 240;
  };
}

const squares =
  (side: number): Gray =>
  (x, y) =>
    lot(5, Math.floor(x / side), Math.floor(y / side)) < 0.5 ? 0 : 255;

const face: Gray = (x, y) => {
  const [u, v] = [x - 112, y - 112];
  const head = (u / 90) ** 2 + (v / 110) ** 2;
  const eyes = spot(u + 34, v + 28, 14, 7) + spot(u - 34, v + 28, 14, 7);
  const shadows = 110 * eyes + 90 * spot(u, v - 50, 30, 6) + 30 * spot(u, v - 8, 6, 26);
  return (head < 1 ? 200 - 60 * head : 90) - shadows + (head < 1.2 && v < -60 ? 40 * Math.sin(0.7 * u) - 50 : 0);
};

/** Threads that pass over and under each other. `over`: the vertical thread is visible. */
function cloth(thread: number, over: (column: number, row: number) => boolean): Gray {
  const round = (at: number): number => Math.cos(Math.PI * ((at % thread) / thread - 0.5));
  return (x, y) => (over(Math.floor(x / thread), Math.floor(y / thread)) ? 220 * round(x) : 140 * round(y));
}

const rings = (x: number, y: number, period: number): number => Math.sin((2 * Math.PI * Math.hypot(x, y)) / period);

/** Stripes with a fork at each of these positions. */
function zebra(period: number, forks: readonly (readonly [number, number])[]): Gray {
  const bent = hills(4, 60);
  return (x, y) =>
    wave((y + 10 * bent(x, y)) / period + forks.reduce((sum, [fx, fy]) => sum + Math.atan2(y - fy, x - fx), 0) / 6.283);
}

function halftone(raster: number): Gray {
  const tone = hills(6, 70);
  const [cos, sin] = [Math.cos(0.4), Math.sin(0.4)];
  return (x, y) => {
    const [u, v] = [(x * cos + y * sin + 999) % raster, (y * cos - x * sin + 999) % raster];
    return Math.hypot(u - raster / 2, v - raster / 2) < raster * (0.35 + 0.1 * tone(x, y)) ? 20 : 240;
  };
}

const SIDE = 224;

const pictureOf = (gray: Gray): Image => ({
  width: SIDE,
  height: SIDE,
  dpi: 500,
  pixels: Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
    Math.max(0, Math.min(255, gray(i % SIDE, Math.floor(i / SIDE)))),
  ),
});

const bends = hills(1, 50);
const knots = hills(2, 90);
const thick = hills(3, 24);
const clouds = hills(7, 14);
const fine = hills(8, 1);

/** Objects that are not a finger, and the fault that the engine reports. */
// biome-ignore format: one row a line
export const THINGS: readonly (readonly [fault: CaptureFault, name: string, image: () => Image])[] = [
  ['no_finger', 'small print', () => pictureOf(print(12))],
  ['no_finger', 'large print', () => pictureOf(print(28))],
  ['no_finger', 'a QR code', () => pictureOf(squares(8))],
  ['no_finger', 'a QR code out of focus', () => pictureOf(blurred(squares(9), 4))],
  ['at_edge', 'a face', () => pictureOf(face)],
  ['no_finger', 'clouds', () => pictureOf((x, y) => 128 + 110 * clouds(x, y))],
  ['no_finger', 'plain cloth', () => pictureOf(cloth(9, (column, row) => (column + row) % 2 === 0))],
  ['no_finger', 'twill', () => pictureOf(cloth(8, (column, row) => (column + row) % 4 < 2))],
  ['no_finger', 'wood', () => pictureOf((x, y) => wave((x + 12 * knots(x, y / 3)) / 9) + grain(1, 60)(x, y))],
  ['no_finger', 'brushed metal', () => pictureOf((x, y) => 128 + 110 * fine(x / 60, y / 4))],
  ['no_finger', 'rings of a tree', () => pictureOf((x, y) => wave((Math.hypot(x - 128, y - 128) + 2 * bends(x, y)) / 9) + grain(2, 60)(x, y))],
  ['at_edge', 'lines of height on a map', () => pictureOf((x, y) => ((60 * knots(x, y) + 99) / 9) % 1 < 0.35 ? 30 : 230)],
  ['no_finger', 'rings drawn with compasses, twice', () => pictureOf((x, y) => 128 + 60 * rings(x - 112, y - 128, 9) + 60 * rings(x - 144, y - 128, 9))],
  ['no_finger', 'straight stripes', () => pictureOf((x, y) => wave((y + 0.3 * x) / 9) + grain(3, 120)(x, y))],
  ['no_finger', 'curved stripes', () => pictureOf((x, y) => wave((y - 50 * spot(x - 128, 0, 50, 1)) / 9) + grain(3, 120)(x, y))],
  ['no_finger', 'wavy stripes', () => pictureOf((x, y) => wave((y + 8 * bends(x, y)) / 9) + grain(3, 60)(x, y))],
  ['no_finger', 'stripes that come and go', () => pictureOf((x, y) => 128 + 110 * thick(x, y) * Math.sin((2 * Math.PI * y) / 9) + grain(3, 60)(x, y))],
  ['no_finger', 'a zebra', () => pictureOf(zebra(24, [[60, 60], [180, 90], [110, 170], [210, 210]]))],
  ['no_finger', 'crossed waves', () => pictureOf((x, y) => (wave(x / 9) + wave(y / 9)) / 2)],
  ['no_finger', 'bent waves that cross', () => pictureOf((x, y) => (wave(x / 9 + Math.sin(y / 25) / 2) + wave(y / 9)) / 2)],
  ['no_finger', 'a checkerboard', () => pictureOf((x, y) => ((Math.floor((x + y) / 12) + Math.floor((x - y + 996) / 12)) % 2) * 255)],
  ['no_finger', 'halftone', () => pictureOf(halftone(8))],
];
