import type { View } from '../../../packages/fingerprint/src/index.ts';
import type { Attacker } from './attacker.ts';
import { recordOf, type Lab } from './lab.ts';
import { anyCapture, randomMinutia } from './minutia-sets.ts';
import { withoutMap } from './judgment.ts';

export const denseRandomMinutiae = randomMinutiae('dense random minutiae', 'random minutiae, as many as fit', 90, 255);
export const sparseRandomMinutiae = randomMinutiae('sparse random minutiae', 'few random minutiae', 1, 24);

function randomMinutiae(name: string, tries: string, from: number, to: number): Attacker {
  return {
    name,
    tries: `${tries}, some as crowded as they may be, with another finger's map where one is needed`,
    make: (lab) =>
      Array.from({ length: lab.records }, () => viewOf(lab, from + Math.floor(lab.random() * (to - from + 1)))).flatMap(
        (view) => recordOf([view]) ?? [],
      ),
  };
}

function viewOf(lab: Lab, count: number): View {
  const capture = anyCapture(lab);
  const part = 0.4 + 0.6 * lab.random();
  const minutiae = Array.from({ length: count }, () =>
    randomMinutia(lab.random, capture.width * part, capture.height * part),
  );
  const view = { ...capture, minutiae };
  return lab.scorer === 'full' ? view : withoutMap(view);
}
