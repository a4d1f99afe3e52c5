import { closeSync, openSync, writeSync } from 'node:fs';

export const WIDTH = 640;
export const HEIGHT = 480;
const FRAMES_PER_SECOND = 2;

/** Gray pictures as a y4m file, which Chromium's fake camera plays in a loop. */
export function writeVideo(file: string, frames: Iterable<Uint8Array>): void {
  const out = openSync(file, 'w');
  writeSync(out, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
  const noColour = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128);
  for (const frame of frames) {
    writeSync(out, 'FRAME\n');
    writeSync(out, frame);
    writeSync(out, noColour);
  }
  closeSync(out);
}
