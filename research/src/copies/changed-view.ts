import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { Minutia, View } from '../../../packages/fingerprint/src/index.ts';
import type { RidgeMap } from '../../../packages/fingerprint/src/ridges/map.ts';
import { packMap, unpackMap } from '../../../packages/fingerprint/src/ridges/pack.ts';
import { bentView, turn } from './bent-view.ts';

/** Small changes to a stolen view. Pixels and steps of the direction byte are the most that a minutia is off. */
interface Changes {
  readonly noise: { readonly pixels: number; readonly steps: number };
  /** Part of the minutiae that lie elsewhere. */
  readonly replaced?: number;
  /** Radians. */
  readonly turn?: number;
  /** Degrees by which the map's directions are off, after they were smoothed; a twentieth of its ridges is another. */
  readonly newMap?: number;
}

export function changedView(view: View, how: Changes, random: () => number): View {
  const by = (most: number): number => (2 * random() - 1) * most;
  const { pixels, steps } = how.noise;
  const noisy = view.minutiae.map((minutia) => ({
    ...minutia,
    x: minutia.x + Math.round(by(pixels)),
    y: minutia.y + Math.round(by(pixels)),
    direction: minutia.direction + (Math.round(by(steps)) * 2 * Math.PI) / 256,
  }));
  const minutiae = noisy.map((minutia) =>
    random() < (how.replaced ?? 0) ? elsewhere(minutia, view, random) : minutia,
  );
  const map = unpackMap(view.extended);
  const changed: View = {
    ...view,
    minutiae: minutiae.map((minutia) => inside(minutia, view)),
    ...(map && how.newMap !== undefined ? { extended: packMap(newMap(map, how.newMap, random)) } : {}),
  };
  return how.turn === undefined ? changed : bentView(changed, turn(how.turn));
}

/** Somewhere on the finger: near another of its minutiae. */
function elsewhere(minutia: Minutia, { minutiae }: View, random: () => number): Minutia {
  const near = minutiae[Math.floor(random() * minutiae.length)]!;
  const by = (): number => Math.round((2 * random() - 1) * 40);
  return { ...minutia, x: near.x + by(), y: near.y + by(), direction: random() * 2 * Math.PI };
}

function inside(minutia: Minutia, { width, height }: View): Minutia {
  const within = (value: number, side: number): number => Math.min(side - 1, Math.max(0, value));
  return { ...minutia, x: within(minutia.x, width), y: within(minutia.y, height) };
}

function newMap(map: RidgeMap, degrees: number, random: () => number): RidgeMap {
  const off = (): number => ((2 * random() - 1) * degrees * MAP.orientationSteps) / 180;
  return {
    ...map,
    orientation: map.orientation.map((steps, at) =>
      steps === MAP.outside
        ? steps
        : (Math.round(smoothed(map, at) + off()) + MAP.orientationSteps) % MAP.orientationSteps,
    ),
    ridge: map.ridge.map((bit) => (bit !== MAP.nothing && random() < 0.05 ? 1 - bit : bit)),
  };
}

/** The mean direction of the 5 × 5 cells around, by doubled angles. */
function smoothed({ orientation, columns, rows }: RidgeMap, at: number): number {
  let cos = 0;
  let sin = 0;
  for (
    let row = Math.max(0, Math.floor(at / columns) - 2);
    row <= Math.min(rows - 1, Math.floor(at / columns) + 2);
    row++
  )
    for (let column = Math.max(0, (at % columns) - 2); column <= Math.min(columns - 1, (at % columns) + 2); column++) {
      const steps = orientation[row * columns + column]!;
      if (steps === MAP.outside) continue;
      cos += Math.cos((2 * Math.PI * steps) / MAP.orientationSteps);
      sin += Math.sin((2 * Math.PI * steps) / MAP.orientationSteps);
    }
  const steps = (Math.atan2(sin, cos) / (2 * Math.PI)) * MAP.orientationSteps;
  return steps < 0 ? steps + MAP.orientationSteps : steps;
}
