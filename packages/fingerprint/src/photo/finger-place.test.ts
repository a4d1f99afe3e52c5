import { expect, it } from 'vitest';
import { placeHand } from './finger-place.ts';

it('a hand that is wider than long points away from the edge where it leaves the picture, despite a red object', () => {
  const [width, height] = [160, 200];
  const isHand = (x: number, y: number): boolean => x < 80 && y >= 30 && y < 170;
  const isDesk = (x: number, y: number): boolean => x >= 80 && y >= 90 && y < 115;
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return isHand(x, y) || isDesk(x, y) ? 1 : 0;
  });
  const { tip, down } = placeHand({ width, height, data, fills: false });
  expect(down.x).toBeLessThan(-0.95);
  expect(tip.x).toBeGreaterThan(70);
  expect(tip.x).toBeLessThan(90);
});
