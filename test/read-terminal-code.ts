import { decodeQR } from 'qr/decode.js';

/** Pixels of a module. */
const SCALE = 4;
// oxlint-disable-next-line no-control-regex -- a terminal's colors are control characters
const COLOR = /\u001B\[[\d;]*m/g;
const CODE_LINE = /^[ ▀▄█]{21,}$/;

/** A camera's view of a terminal with light letters on dark. */
export function readTerminalCode(output: string): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.replaceAll(COLOR, ''))
    .filter((line) => CODE_LINE.test(line));
  const width = (lines[0]?.length ?? 0) * SCALE;
  const height = lines.length * 2 * SCALE;
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const module = Math.floor(y / SCALE);
      const letter = lines[module >> 1]![Math.floor(x / SCALE)]!;
      const isLight = letter === '█' || letter === (module % 2 === 0 ? '▀' : '▄');
      if (!isLight) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return width === 0 ? undefined : decodeQR({ data: rgba, width, height });
}
