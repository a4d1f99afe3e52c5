import type { Image, View } from '@authly/fingerprint';
import { expect, it } from 'vitest';
import { drawCapture } from './draw-capture.ts';

const image: Image = { width: 100, height: 100, dpi: 500, pixels: new Uint8Array(100 * 100).fill(255) };
const view = (minutiae: View['minutiae']): View => ({ width: 100, height: 100, dpi: 500, quality: 80, minutiae });
const at = ({ width, data }: ReturnType<typeof drawCapture>, x: number, y: number): number[] =>
  Array.from(data.slice((y * width + x) * 4, (y * width + x) * 4 + 3));

it('is twice the size of the view, paper where there is no ridge and ink where there is one', () => {
  const pixels = new Uint8Array(100 * 100).fill(255);
  for (let y = 0; y < 100; y++) pixels.fill(0, y * 100 + 40, y * 100 + 60);
  const picture = drawCapture({ ...image, pixels }, undefined);
  expect([picture.width, picture.height]).toEqual([200, 200]);
  expect([at(picture, 20, 100), at(picture, 100, 100)]).toEqual([
    [248, 250, 253],
    [70, 82, 122],
  ]);
});

it('marks a minutia with a ring and a line in its direction, upwards for a quarter turn', () => {
  const picture = drawCapture(image, view([{ x: 50, y: 50, direction: Math.PI / 2, type: 'ending', quality: 50 }]));
  expect([at(picture, 100, 100), at(picture, 107, 100), at(picture, 100, 80), at(picture, 100, 120)]).toEqual([
    [255, 255, 255],
    [52, 83, 217],
    [52, 83, 217],
    [248, 250, 253],
  ]);
});

it('shows the finger with a margin if there are enough minutiae', () => {
  const large = { ...image, width: 400, height: 400, pixels: new Uint8Array(400 * 400) };
  const minutiae = [150, 160, 170, 180, 190, 200].map((x) => ({
    x,
    y: x,
    direction: 0,
    type: 'ending' as const,
    quality: 1,
  }));
  const picture = drawCapture(large, { ...view(minutiae), width: 400, height: 400 });
  expect([picture.width, picture.height]).toEqual([292, 292]);
});
