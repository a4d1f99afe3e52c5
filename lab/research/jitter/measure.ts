import { compare, type View } from '../../../packages/fingerprint/src/index.ts';
import { generator } from '../../../tools/random.ts';
import { withoutMap } from '../attacks/judgment.ts';
import type { CapturedFinger } from '../copies/fingers.ts';

/** The score of two captures, and with one of them moved. */
export interface Change {
  readonly before: number;
  readonly after: number;
}

/** One step of a record's direction byte. */
const STEP = (2 * Math.PI) / 256;

/** All pairs of captures of each finger. */
export function changes(fingers: readonly CapturedFinger[], withMaps: boolean, seed: number): Change[] {
  const random = generator(seed);
  return fingers.flatMap(({ captures }) => {
    const views = captures.map((capture) => (withMaps ? capture : withoutMap(capture)));
    return views.flatMap((one, i) =>
      views
        .slice(i + 1)
        .map((other) => ({ before: compare(one, other), after: compare(one, jittered(other, random)) })),
    );
  });
}

/** Each minutia up to a pixel away each way, and up to a step turned. */
function jittered(view: View, random: () => number): View {
  const part = (): number => Math.floor(3 * random()) - 1;
  const inside = (value: number, side: number): number => Math.max(0, Math.min(side - 1, value));
  const minutiae = view.minutiae.map((minutia) => ({
    ...minutia,
    x: inside(minutia.x + part(), view.width),
    y: inside(minutia.y + part(), view.height),
    direction: (minutia.direction + STEP * part() + 2 * Math.PI) % (2 * Math.PI),
  }));
  return { ...view, minutiae };
}
