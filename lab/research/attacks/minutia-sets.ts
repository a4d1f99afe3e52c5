import type { Minutia, View } from '../../../packages/fingerprint/src/index.ts';
import { pick, type Lab } from './lab.ts';

export function place(minutiae: readonly Minutia[], width: number, height: number): Minutia[] {
  return minutiae.flatMap((minutia) => {
    const x = Math.round(minutia.x);
    const y = Math.round(minutia.y);
    return x >= 0 && y >= 0 && x < width && y < height ? [{ ...minutia, x, y }] : [];
  });
}

/** Turned around the middle of the view and shifted. Minutiae outside the image are dropped. */
export function turnedMinutiae(view: View, angle: number, shiftX: number, shiftY: number): Minutia[] {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return place(
    view.minutiae.map((minutia) => {
      const x = minutia.x - view.width / 2;
      const y = minutia.y - view.height / 2;
      return {
        ...minutia,
        x: cos * x - sin * y + view.width / 2 + shiftX,
        y: sin * x + cos * y + view.height / 2 + shiftY,
        direction: minutia.direction - angle,
      };
    }),
    view.width,
    view.height,
  );
}

export function randomMinutia(random: () => number, width: number, height: number): Minutia {
  return {
    x: Math.floor(random() * width),
    y: Math.floor(random() * height),
    direction: random() * 2 * Math.PI,
    type: random() < 0.5 ? 'ending' : 'bifurcation',
    quality: 80,
  };
}

export function anyCapture({ fingers, random }: Lab): View {
  return pick(pick(fingers, random).captures, random);
}
