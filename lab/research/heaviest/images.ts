import { extract, ImageError, synthesize, type Image } from '../../../packages/fingerprint/src/index.ts';
import { generator } from '../../random.ts';
import { timed } from './timed.ts';

export interface ImageCost {
  readonly image: string;
  /** Minutiae of the view, or the error. */
  readonly outcome: string;
  readonly extract_ms: number;
}

type Gray = (x: number, y: number) => number;

/** The largest accepted images: by side, by pixels, and by both. */
const SIZES: readonly (readonly [side: number, dpi: number])[] = [
  [2000, 500],
  [6320, 4000],
  [6320, 1950],
  [288, 72],
];

/** The most expensive accepted images: as many ridges, endings and pixels as possible. */
export function imageCosts(rounds: number): ImageCost[] {
  const random = generator(5);
  const finger = synthesize({ finger: 7, impression: 0 });
  const patterns: readonly (readonly [string, (dot: number) => Gray])[] = [
    ['chessboard of pixels', () => (x, y) => ((x + y) % 2) * 255],
    ['chessboard of ridges', (dot) => (x, y) => ((Math.floor(x / dot / 4) + Math.floor(y / dot / 4)) % 2) * 255],
    ['noise', () => () => Math.floor(random() * 256)],
    ['noise of dots', (dot) => (x, y) => dotNoise(Math.floor(x / dot / 3), Math.floor(y / dot / 3))],
    ['rings', (dot) => (x, y) => (Math.hypot(x, y) % (9 * dot) < 4.5 * dot ? 0 : 255)],
    ['sheet of fingers', (dot) => (x, y) => fingerAt(finger, x / dot, y / dot)],
  ];
  return SIZES.flatMap(([side, dpi]) =>
    patterns.map(([name, pattern]) => costOf(name, pictureOf(side, dpi, pattern(dpi / 500)), rounds)),
  );
}

function pictureOf(side: number, dpi: number, gray: Gray): Image {
  const pixels = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) pixels[y * side + x] = gray(x, y);
  return { width: side, height: side, dpi, pixels };
}

function dotNoise(x: number, y: number): number {
  return (Math.imul(Math.imul(x + 1, 0x9e3779b1) ^ (y + 1), 0x85ebca6b) >>> 24) & 255;
}

/** Repeats the middle of the finger: ridges everywhere. */
function fingerAt({ width, pixels }: Image, x: number, y: number): number {
  return pixels[(110 + (Math.floor(y) % 180)) * width + 90 + (Math.floor(x) % 180)]!;
}

function costOf(name: string, image: Image, rounds: number): ImageCost {
  const { result, ms } = timed(rounds, () => outcomeOf(image));
  return { image: `${name}, ${image.width} × ${image.height} at ${image.dpi} dpi`, outcome: result, extract_ms: ms };
}

function outcomeOf(image: Image): string {
  try {
    return `${extract(image).minutiae.length} minutiae`;
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
}
