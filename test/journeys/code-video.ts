import { encodeQR } from 'qr';
import { grayFrame, writeVideo } from './video.ts';

const WIDTH = 640;
const HEIGHT = 480;

/** Pixels of a module. */
const SCALE = 7;

/** A camera's view of a screen with a code in the middle. */
export function writeCodeVideo(file: string, text: string): void {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const picture = new Uint8Array(WIDTH * HEIGHT).fill(235);
  const [left, top] = [(WIDTH - rows.length * SCALE) >> 1, (HEIGHT - rows.length * SCALE) >> 1];
  for (const [row, modules] of rows.entries())
    for (let y = top + row * SCALE; y < top + (row + 1) * SCALE; y++)
      for (const [column, dark] of modules.entries()) {
        const begin = y * WIDTH + left + column * SCALE;
        if (dark) picture.fill(20, begin, begin + SCALE);
      }
  writeVideo(file, [grayFrame(WIDTH, HEIGHT, picture), grayFrame(WIDTH, HEIGHT, picture)]);
}
