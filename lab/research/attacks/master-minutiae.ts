import type { Minutia, View } from '../../../packages/fingerprint/src/index.ts';
import type { Attacker } from './attacker.ts';
import { withoutMap } from './judgment.ts';
import type { Lab } from './lab.ts';
import { anyCapture, place, randomMinutia, turnedMinutiae } from './minutia-sets.ts';
import { bred } from './search.ts';

const SIDE = 360;

export const masterMinutiae: Attacker = {
  name: 'master minutiae',
  tries: 'sets of minutiae that resemble many fingers, bred from those of fingers; some in three views',
  make: (lab) =>
    bred<readonly View[]>(lab, {
      begin: () => Array.from({ length: lab.random() < 0.5 ? 1 : 3 }, () => beginning(lab)),
      breed: (one, other) => one.map((view, k) => child(view, other[k] ?? other[0]!, lab)),
      views: (views) => views,
    }),
};

/** The minutiae of a finger, or some of them, with its map. */
function beginning(lab: Lab): View {
  const capture = anyCapture(lab);
  const part = 0.5 + lab.random() / 2;
  const view = { ...capture, minutiae: capture.minutiae.filter(() => lab.random() < part) };
  if (lab.scorer === 'full') return view;
  const square = { ...withoutMap(view), width: SIDE, height: SIDE };
  return { ...square, minutiae: turnedMinutiae(square, (lab.random() - 0.5) * 0.6, 0, 0) };
}

/** The minutiae of one parent on one side of a line and of the other on the other side, each moved a little, some lost or new. */
function child(one: View, other: View, { random }: Lab): View {
  const angle = random() * 2 * Math.PI;
  const [cos, sin, offset] = [Math.cos(angle), Math.sin(angle), (random() - 0.5) * SIDE * 0.8];
  const isHere = ({ x, y }: Minutia): boolean => (x - SIDE / 2) * cos + (y - SIDE / 2) * sin < offset;
  const mixed = [...one.minutiae.filter(isHere), ...other.minutiae.filter((minutia) => !isHere(minutia))];
  const by = (most: number): number => (2 * random() - 1) * most;
  const changed = mixed
    .filter(() => random() < 0.97)
    .map((minutia) =>
      random() < 0.15
        ? { ...minutia, x: minutia.x + by(10), y: minutia.y + by(10), direction: minutia.direction + by(0.4) }
        : minutia,
    );
  if (random() < 0.5) changed.push(randomMinutia(random, one.width, one.height));
  return { ...one, minutiae: place(changed.slice(0, 100), one.width, one.height) };
}
