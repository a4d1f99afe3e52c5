import { decodeTemplate, encodeTemplate, type Minutia, type View } from '../src/index.ts';
import { syntheticRecord } from './synthetic-records.ts';

/** A capture of a synthetic finger, decoded from its record. */
export const captureOf = (finger: number, impression = 0): View =>
  decodeTemplate(syntheticRecord(finger, impression))[0]!;

export const templateOf = (...views: View[]): Uint8Array<ArrayBuffer> => new Uint8Array(encodeTemplate(views));

const SIDE = 400;

/** A cheap view of random minutiae. */
export function randomView(
  seed: number,
  { count = 40, quality = 80 }: { count?: number; quality?: number } = {},
): View {
  const random = randomFrom(seed);
  const minutia = (): Minutia => ({
    x: 20 + Math.floor(random() * (SIDE - 40)),
    y: 20 + Math.floor(random() * (SIDE - 40)),
    direction: (Math.floor(random() * 256) * 2 * Math.PI) / 256,
    type: random() < 0.5 ? 'ending' : 'bifurcation',
    quality: 80,
  });
  return { width: SIDE, height: SIDE, dpi: 500, quality, minutiae: Array.from({ length: count }, minutia) };
}

/** A disguised copy: minutiae moved by up to this many pixels and direction steps, in another order. */
export function disturbed(view: View, { seed, pixels, steps }: { seed: number; pixels: number; steps: number }): View {
  const random = randomFrom(seed);
  const by = (most: number): number => Math.round((random() * 2 - 1) * most);
  const inside = (value: number, side: number): number => Math.min(Math.max(value, 0), side - 1);
  const minutiae = view.minutiae.map((minutia) => ({
    ...minutia,
    x: inside(minutia.x + by(pixels), view.width),
    y: inside(minutia.y + by(pixels), view.height),
    direction: minutia.direction + (by(steps) * 2 * Math.PI) / 256,
  }));
  return { ...view, minutiae: minutiae.toSorted(() => random() - 0.5) };
}

/** The generator of Numerical Recipes. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
