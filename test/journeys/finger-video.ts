import { type Image } from '@authly/fingerprint';
import { syntheticImage } from '../../packages/fingerprint/test/synthetic-records.ts';
import { HEIGHT, WIDTH, writeVideo } from './video.ts';

const BLURRED_FRAMES = 2;
/** Long enough for a page that looks seldom, because its machine is busy, to see one sharp stretch whole. */
const SHARP_FRAMES = 30;

/** What a camera would see of a finger: out of focus at first, then sharp. */
export function writeFingerVideo(file: string, finger: number, impression: number): void {
  const sharp = frame(syntheticImage(finger, impression));
  const blurred = blur(blur(sharp));
  writeVideo(file, [
    ...Array<Uint8Array>(BLURRED_FRAMES).fill(blurred),
    ...Array<Uint8Array>(SHARP_FRAMES).fill(sharp),
  ]);
}

/** The image in the middle of a white frame. */
function frame({ width, height, pixels }: Image): Uint8Array {
  const out = new Uint8Array(WIDTH * HEIGHT).fill(250);
  const left = (WIDTH - width) >> 1;
  const top = (HEIGHT - height) >> 1;
  for (let y = 0; y < height; y++) out.set(pixels.subarray(y * width, (y + 1) * width), (top + y) * WIDTH + left);
  return out;
}

/** The mean of a square as wide as a ridge and a valley. */
function blur(from: Uint8Array): Uint8Array {
  const reach = 5;
  const across = mean(from, 1, reach);
  return mean(across, WIDTH, reach);
}

function mean(from: Uint8Array, step: number, reach: number): Uint8Array {
  return from.map((value, i) => {
    let sum = 0;
    for (let k = -reach; k <= reach; k++) sum += from[i + k * step] ?? value;
    return sum / (2 * reach + 1);
  });
}
