import { withoutMap } from './judgment.ts';
import type { Attacker } from './attacker.ts';
import { recordOf, type Lab } from './lab.ts';
import { anyCapture } from './minutia-sets.ts';

export const mapsAlone: Attacker = {
  name: 'maps alone',
  tries: 'ridge maps of other fingers with no minutiae, or with so few that hardly any could be missed',
  make: (lab) =>
    made(lab, () => {
      const view = anyCapture(lab);
      const from = Math.floor(lab.random() * view.minutiae.length);
      return [{ ...view, minutiae: view.minutiae.slice(from, from + Math.floor(lab.random() * 9)) }];
    }),
};

export const minutiaeAlone: Attacker = {
  name: 'minutiae alone',
  tries: 'other fingers without their maps, some views with and others without',
  make: (lab) =>
    made(lab, () => {
      const bare = withoutMap(anyCapture(lab));
      return lab.random() < 0.5 ? [bare] : [bare, anyCapture(lab)];
    }),
};

function made(lab: Lab, views: () => Parameters<typeof recordOf>[0]): Uint8Array[] {
  return Array.from({ length: lab.records }, () => recordOf(views())).filter((record) => record !== undefined);
}
