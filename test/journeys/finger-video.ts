import type { Photo } from '@authly/fingerprint';
import { writeVideo, type Frame } from './video.ts';

/** A camera's view: this many frames of each photo, in turn. Sides must be even. */
export function writePhotoVideo(file: string, shots: readonly (readonly [photo: Photo, frames: number])[]): void {
  writeVideo(
    file,
    shots.flatMap(([photo, count]) => Array<Frame>(count).fill(colorFrame(photo))),
  );
}

/** By ITU-R BT.601, with one color for each four pixels. */
function colorFrame({ width, height, data }: Photo): Frame {
  const bright = new Uint8Array(width * height);
  const [blue, red] = [new Uint8Array((width * height) / 4), new Uint8Array((width * height) / 4)];
  for (let y = 0, i = 0, half = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!];
      const light = 0.299 * r + 0.587 * g + 0.114 * b;
      bright[i] = light;
      if (x % 2 === 1 || y % 2 === 1) continue;
      blue[half] = 128 + 0.564 * (b - light);
      red[half++] = 128 + 0.713 * (r - light);
    }
  }
  return { width, height, planes: [bright, blue, red] };
}
