import type { View } from '../../../packages/fingerprint/src/index.ts';
import type { Attacker } from './attacker.ts';
import { withoutMap } from './judgment.ts';
import { recordOf, type Lab } from './lab.ts';
import { anyCapture, turnedMinutiae } from './minutia-sets.ts';

export const unions: Attacker = {
  name: 'unions',
  tries: 'the minutiae of two to four fingers in one view, up to the limits',
  make: (lab) =>
    Array.from({ length: lab.records }, () => recordOf([union(lab)])).filter((record) => record !== undefined),
};

function union(lab: Lab): View {
  const base = anyCapture(lab);
  const others = Array.from({ length: 1 + Math.floor(lab.random() * 3) }, () => anyCapture(lab));
  const most = lab.random() < 0.5 ? 100 : 255;
  const minutiae = others.flatMap((other) =>
    turnedMinutiae({ ...other, width: base.width, height: base.height }, (lab.random() - 0.5) * 0.5, 0, 0),
  );
  const view = { ...base, minutiae: [...base.minutiae, ...minutiae].slice(0, most) };
  return lab.scorer === 'full' ? view : withoutMap(view);
}
