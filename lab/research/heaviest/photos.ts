import { extract, fromPhoto, type Photo } from '../../../packages/fingerprint/src/index.ts';
import { photograph } from '../../../packages/fingerprint/test/photograph.ts';
import { generator } from '../../random.ts';
import type { ImageCost } from './images.ts';
import { timed } from './timed.ts';

type Color = (x: number, y: number) => readonly [number, number, number];

/** A phone's usual picture, and the most pixels that are accepted, as a square and as a strip. */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [3000, 4000],
  [8000, 8000],
  [64_000, 1000],
];

/** The time to read or reject photos, including the extraction if there is an image. */
export function photoCosts(rounds: number): ImageCost[] {
  const random = generator(6);
  const noise = (): number => Math.floor(random() * 256);
  const finger = photograph({ finger: 7, shot: 0 });
  const patterns: readonly (readonly [string, Color])[] = [
    ['one color', () => [210, 150, 130]],
    ['chessboard', (x, y) => ((x + y) % 2 ? [255, 120, 90] : [60, 20, 10])],
    ['noise', () => [noise(), noise(), noise()]],
    ['skin with noise', () => [200 + noise() / 8, 140 + noise() / 8, 120 + noise() / 8]],
    ['fine waves on skin', (x) => [210, 150 + 30 * Math.sin(x / 3), 130]],
  ];
  return [
    costOf('finger', finger, rounds),
    ...SIZES.flatMap(([width, height]) =>
      patterns.map(([name, color]) => costOf(name, photoOf(width, height, color), rounds)),
    ),
  ];
}

/** Repeats a tile of the pattern, because painting every pixel would be too slow. */
function photoOf(width: number, height: number, color: Color): Photo {
  const data = new Uint8Array(width * height * 4);
  const row = new Uint8Array(width * 4);
  for (let y = 0; y < height; y++) {
    if (y < TILE) for (let x = 0; x < width; x++) row.set([...color(x, y), 255], x * 4);
    data.set(y < TILE ? row : data.subarray((y % TILE) * width * 4, ((y % TILE) + 1) * width * 4), y * width * 4);
  }
  return { width, height, data };
}

const TILE = 64;

function costOf(name: string, photo: Photo, rounds: number): ImageCost {
  const { result, ms } = timed(rounds, () => outcomeOf(photo));
  return { image: `photo: ${name}, ${photo.width} × ${photo.height}`, outcome: result, extract_ms: ms };
}

function outcomeOf(photo: Photo): string {
  const reading = fromPhoto(photo);
  return 'fault' in reading ? reading.fault : `${extract(reading.image).minutiae.length} minutiae`;
}
