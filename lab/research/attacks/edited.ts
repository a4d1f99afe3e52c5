import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { Minutia, View } from '../../../packages/fingerprint/src/index.ts';
import { packMap } from '../../../packages/fingerprint/src/ridges/pack.ts';
import type { Attacker } from './attacker.ts';
import { withoutMap } from './judgment.ts';
import { pick, ridgeMapOf, type Lab } from './lab.ts';
import { anyCapture, place, randomMinutia } from './minutia-sets.ts';
import { bred } from './search.ts';

export const editedCaptures: Attacker = {
  name: 'edited captures',
  tries: 'another finger whose minutiae are moved, turned, dropped, added, and whose map is cut and bent, bred',
  make: (lab) =>
    bred<View>(lab, {
      begin: () => (lab.scorer === 'full' ? anyCapture(lab) : withoutMap(anyCapture(lab))),
      breed: (one) => edited(one, lab),
      views: (view) => [view],
    }),
};

function edited(view: View, lab: Lab): View {
  let out = view;
  for (let k = 0; k < 3; k++) out = pick(EDITS, lab.random)(out, lab);
  return out;
}

type Edit = (view: View, lab: Lab) => View;

const EDITS: readonly Edit[] = [
  (view, lab) => withMinutiae(view, without(view.minutiae, lab)),
  (view, lab) => changeOne(view, lab, 'place'),
  (view, lab) => changeOne(view, lab, 'direction'),
  (view, lab) => withMinutiae(view, [...view.minutiae, randomMinutia(lab.random, view.width, view.height)]),
  (view, lab) => withMinutiae(view, [...view.minutiae, pick(anyCapture(lab).minutiae, lab.random)]),
  (view, lab) => changeMap(view, lab, 'cut'),
  (view, lab) => changeMap(view, lab, 'bend'),
];

function withMinutiae(view: View, minutiae: readonly Minutia[]): View {
  return { ...view, minutiae: place(minutiae.slice(0, 100), view.width, view.height) };
}

function without(minutiae: readonly Minutia[], { random }: Lab): Minutia[] {
  const at = Math.floor(random() * minutiae.length);
  return minutiae.filter((_, k) => k !== at);
}

function changeOne(view: View, { random }: Lab, what: 'place' | 'direction'): View {
  const at = Math.floor(random() * view.minutiae.length);
  const by = (most: number): number => (2 * random() - 1) * most;
  const minutiae = view.minutiae.map((minutia, k) => {
    if (k !== at) return minutia;
    return what === 'place'
      ? { ...minutia, x: minutia.x + by(12), y: minutia.y + by(12) }
      : { ...minutia, direction: minutia.direction + by(0.3) };
  });
  return withMinutiae(view, minutiae);
}

/** Removes a disc of cells, or turns its directions. */
function changeMap(view: View, { random }: Lab, how: 'cut' | 'bend'): View {
  const map = ridgeMapOf(view);
  if (map === undefined) return view;
  const [column, row] = [random() * map.columns, random() * map.rows];
  const square = (2 + random() * 8) ** 2;
  const turn = Math.round((2 * random() - 1) * 20);
  const orientation = map.orientation.map((steps, at) => {
    if (steps === MAP.outside || ((at % map.columns) - column) ** 2 + (at / map.columns - row) ** 2 > square)
      return steps;
    return how === 'cut' ? MAP.outside : (steps + turn + MAP.orientationSteps) % MAP.orientationSteps;
  });
  return { ...view, extended: packMap({ ...map, orientation }) };
}
