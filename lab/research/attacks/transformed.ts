import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { View } from '../../../packages/fingerprint/src/index.ts';
import { packMap } from '../../../packages/fingerprint/src/ridges/pack.ts';
import type { Attacker } from './attacker.ts';
import { withoutMap } from './judgment.ts';
import { recordOf, ridgeMapOf, type Lab } from './lab.ts';
import { anyCapture, place, randomMinutia } from './minutia-sets.ts';

export const mirrored = changed('mirrored', 'other fingers as in a mirror, map and all', (view) => mirror(view));
export const rescaled = changed(
  'rescaled',
  'other fingers that state another resolution, or lie closer or wider',
  rescale,
);
export const padded = changed(
  'padded',
  'other fingers filled up with minutiae to the limits of the record and of a view',
  pad,
);

function changed(name: string, tries: string, change: (view: View, lab: Lab) => View): Attacker {
  return {
    name,
    tries,
    make: (lab) =>
      Array.from({ length: lab.records }, () => {
        const view = change(anyCapture(lab), lab);
        return recordOf([lab.scorer === 'full' ? view : withoutMap(view)]);
      }).filter((record) => record !== undefined),
  };
}

export function mirror(view: View): View {
  const minutiae = view.minutiae.map((minutia) => ({
    ...minutia,
    x: view.width - 1 - minutia.x,
    direction: Math.PI - minutia.direction,
  }));
  const map = ridgeMapOf(view);
  if (map === undefined) return { ...view, minutiae };
  const width = map.columns * MAP.half;
  return {
    ...view,
    minutiae,
    extended: packMap({
      ...map,
      left: Math.max(0, view.width - map.left - map.columns * MAP.cell),
      orientation: map.orientation.map((_, at) => mirroredSteps(map.orientation[inMirror(at, map.columns)]!)),
      ridge: map.ridge.map((_, at) => map.ridge[inMirror(at, width)]!),
    }),
  };
}

function inMirror(at: number, columns: number): number {
  return at - (at % columns) + (columns - 1 - (at % columns));
}

function mirroredSteps(steps: number): number {
  return steps === MAP.outside ? steps : (MAP.orientationSteps - steps) % MAP.orientationSteps;
}

function rescale(view: View, { random }: Lab): View {
  const scale = 0.75 + random() * 0.5;
  if (random() < 0.5) return { ...view, dpi: Math.round(500 * scale) };
  const minutiae = view.minutiae.map((minutia) => ({ ...minutia, x: minutia.x * scale, y: minutia.y * scale }));
  return { ...view, minutiae: place(minutiae, view.width, view.height) };
}

function pad(view: View, { random }: Lab): View {
  const count = random() < 0.5 ? 255 : 128;
  const minutiae = [...view.minutiae];
  while (minutiae.length < count) minutiae.push(randomMinutia(random, view.width, view.height));
  return { ...view, minutiae };
}
