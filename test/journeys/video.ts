import { closeSync, openSync, writeSync } from 'node:fs';

const FRAMES_PER_SECOND = 2;

/** A video frame: brightness of each pixel, then two colors for each four. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Uint8Array[];
}

/** A y4m file, which Chromium's fake camera plays in a loop. It reads the file whenever the camera is opened. */
export function writeVideo(file: string, frames: readonly Frame[]): void {
  const { width, height } = frames[0]!;
  const out = openSync(file, 'w');
  writeSync(out, `YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
  for (const { planes } of frames) {
    writeSync(out, 'FRAME\n');
    for (const plane of planes) writeSync(out, plane);
  }
  closeSync(out);
}

export function grayFrame(width: number, height: number, pixels: Uint8Array): Frame {
  return { width, height, planes: [pixels, new Uint8Array((width * height) / 2).fill(128)] };
}
