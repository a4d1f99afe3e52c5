import type { View } from '../../../packages/fingerprint/src/index.ts';
import type { Attacker } from './attacker.ts';
import { recordOf, type Lab } from './lab.ts';
import { anyTouch, randomMinutia } from './minutia-sets.ts';
import { withoutMap } from './judgement.ts';

export const denseSoups = soups('dense soups', 'random minutiae, as many as fit', 90, 255);
export const sparseSoups = soups('sparse soups', 'few random minutiae', 1, 24);

function soups(name: string, tries: string, from: number, to: number): Attacker {
  return {
    name,
    tries: `${tries}, some as crowded as they may be, with a stranger's map where one is needed`,
    make: (lab) =>
      Array.from({ length: lab.records }, () => soup(lab, from + Math.floor(lab.random() * (to - from + 1)))).flatMap(
        (view) => recordOf([view]) ?? [],
      ),
  };
}

function soup(lab: Lab, count: number): View {
  const bowl = anyTouch(lab);
  const part = 0.4 + 0.6 * lab.random();
  const minutiae = Array.from({ length: count }, () =>
    randomMinutia(lab.random, bowl.width * part, bowl.height * part),
  );
  const view = { ...bowl, minutiae };
  return lab.scorer === 'full' ? view : withoutMap(view);
}
