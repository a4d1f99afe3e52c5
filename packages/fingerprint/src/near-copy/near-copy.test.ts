import { decodeTemplate, type Minutia, type View } from '../index.ts';
import { describe, expect, it } from 'vitest';
import { disturbed, randomFrom, randomView, templateOf, touch } from '../../test/finger-touches.ts';
import { NEAR_SELF_SCORE, NEAR_SELF_SIMILARITY } from './constants.ts';
import { isCopy, isNearCopy } from './index.ts';

const FINGERS = [2, 8, 12, 31];
/** What a comparison says that saw nothing in common. */
const NOT_SIMILAR = { score: 0, similarity: 0 };
const stored = FINGERS.map((finger) => touch(finger, 0));

describe('the same minutiae', () => {
  it.each(FINGERS.map((finger, i) => [finger, i]))('encoded anew are a copy: finger %i', (_, i) => {
    expect(isCopy(decodeTemplate(templateOf(stored[i]!)), [stored[i]!])).toBe(true);
  });

  it('in another order are a copy', () => {
    expect(isCopy([{ ...stored[0]!, minutiae: stored[0]!.minutiae.toReversed() }], [stored[0]!])).toBe(true);
  });

  it('with other qualities, sizes and vendor data are a copy', () => {
    const { extended: _, ...bare } = stored[0]!;
    const dressed = { ...bare, width: bare.width + 50, quality: 1, minutiae: changed(bare, () => ({ quality: 7 })) };
    expect(isCopy([dressed], [stored[0]!])).toBe(true);
  });

  it('in one view among others are a copy', () => {
    expect(isCopy([stored[1]!, stored[2]!], [stored[3]!, stored[2]!])).toBe(true);
  });

  it('views without any minutia are no copy of each other', () => {
    const empty = randomView(1, { count: 0 });
    expect([isCopy([empty], [empty]), isNearCopy([empty], [empty])]).toEqual([false, false]);
  });
});

describe('a near copy', () => {
  it.each(FINGERS.flatMap((finger, i) => [1, 2, 3].map((noise) => [noise, noise, finger, i] as const)))(
    'with each minutia off by up to %i pixels and %i direction steps is found: finger %i',
    (pixels, steps, seed, i) => {
      const copy = disturbed(stored[i]!, { seed, pixels, steps });
      expect([isCopy([copy], [stored[i]!]), isNearCopy([copy], [stored[i]!])]).toEqual([false, true]);
    },
  );

  it.each(FINGERS.map((finger, i) => [finger, i]))(
    'with three pixels of noise and without the map is found: finger %i',
    (seed, i) => {
      const copy = withoutMap(disturbed(stored[i]!, { seed, pixels: 3, steps: 3 }));
      expect(isNearCopy([copy], [withoutMap(stored[i]!)])).toBe(true);
    },
  );

  it.each(FINGERS.map((finger, i) => [finger, i]))(
    'with three pixels of noise and one minutia in five replaced is found: finger %i',
    (seed, i) => {
      const copy = oneInFiveReplaced(disturbed(stored[i]!, { seed, pixels: 3, steps: 3 }));
      expect(isNearCopy([copy], [stored[i]!])).toBe(true);
    },
  );

  it('with directions and ridges of its map changed here and there is found', () => {
    const copy = withNewMap(oneInFiveReplaced(disturbed(stored[2]!, { seed: 6, pixels: 2, steps: 2 })));
    expect(isNearCopy([copy], [stored[2]!])).toBe(true);
  });

  it('in the last of three views against the last of six is found', () => {
    const [one, two, three, four] = stored as [View, View, View, View];
    const copy = disturbed(four, { seed: 3, pixels: 2, steps: 2 });
    const others = [touch(2, 1), touch(8, 1)];
    expect(isNearCopy([...others, copy], [one, two, three, touch(12, 1), touch(31, 1), four])).toBe(true);
  });

  it('shifted and turned as well is found', () => {
    expect(isNearCopy([turned(disturbed(stored[0]!, { seed: 5, pixels: 1, steps: 1 }), 0.3)], [stored[0]!])).toBe(true);
  });

  describe.each(FINGERS.map((finger, i) => [finger, i]))('of finger %i', (seed, i) => {
    const bare = withoutMap(stored[i]!);
    it.each<[string, (place: Place) => Place]>([
      ['7 % wider and 7 % shorter', ({ x, y }) => ({ x: x * 1.07, y: y / 1.07 })],
      ['sheared by 8 %', ({ x, y }) => ({ x: x + 0.08 * y, y })],
    ])('%s is found', (_, move) => {
      expect(isNearCopy([moved(bare, move)], [bare])).toBe(true);
    });

    it('is found by its map behind invented minutiae, with nine of its own', () => {
      const kept = disturbed(stored[i]!, { seed, pixels: 1, steps: 1 }).minutiae.slice(0, 9);
      const minutiae = [...randomView(seed, { count: 37 }).minutiae, ...kept];
      expect(isNearCopy([{ ...stored[i]!, minutiae }], [stored[i]!], NOT_SIMILAR)).toBe(true);
    });
  });

  it('with a third of the minutiae left out is found', () => {
    expect(
      isNearCopy([{ ...stored[0]!, minutiae: stored[0]!.minutiae.filter((_, i) => i % 3 !== 0) }], [stored[0]!]),
    ).toBe(true);
  });

  it('behind as many invented minutiae is found', () => {
    const invented = randomView(9, { count: stored[0]!.minutiae.length }).minutiae;
    expect(isNearCopy([{ ...stored[0]!, minutiae: [...invented, ...stored[0]!.minutiae] }], [stored[0]!])).toBe(true);
  });

  it('that states another resolution is found', () => {
    const doubled = changed(stored[0]!, ({ x, y }) => ({ x: x * 2, y: y * 2 }));
    expect(isNearCopy([{ ...stored[0]!, dpi: 1000, minutiae: doubled }], [stored[0]!])).toBe(true);
  });
});

describe('the score', () => {
  it('beyond what two touches of a finger reach tells a copy, with maps and without', () => {
    const [one, other] = [touch(2, 0), touch(2, 1)];
    const found = (score: number): boolean[] => [
      isNearCopy([one], [other], { ...NOT_SIMILAR, score }),
      isNearCopy([withoutMap(one)], [withoutMap(other)], { ...NOT_SIMILAR, score }),
    ];
    expect(found(NEAR_SELF_SCORE.minutiae - 1)).toEqual([false, false]);
    expect(found(NEAR_SELF_SCORE.minutiae)).toEqual([false, true]);
    expect(found(NEAR_SELF_SCORE.full)).toEqual([true, true]);
  });

  it('is known by that score also where it was lowered for a number of views', () => {
    const [probe, enrolled] = [stored.slice(0, 2), stored.slice(2)];
    const lowered = NEAR_SELF_SCORE.full - 10 * Math.log10(probe.length * enrolled.length);
    expect(
      [lowered - 0.1, lowered + 0.1].map((score) => isNearCopy(probe, enrolled, { ...NOT_SIMILAR, score })),
    ).toEqual([false, true]);
  });
});

describe('the similarity of its neighbourhoods', () => {
  it('beyond what two touches of a finger reach tells a copy, with maps and without', () => {
    const [one, other] = [touch(2, 0), touch(2, 1)];
    const found = (similarity: number): boolean[] => [
      isNearCopy([one], [other], { ...NOT_SIMILAR, similarity }),
      isNearCopy([withoutMap(one)], [withoutMap(other)], { ...NOT_SIMILAR, similarity }),
    ];
    expect(found(NEAR_SELF_SIMILARITY.minutiae - 0.01)).toEqual([false, false]);
    expect(found(NEAR_SELF_SIMILARITY.minutiae)).toEqual([false, true]);
    expect(found(NEAR_SELF_SIMILARITY.full)).toEqual([true, true]);
  });

  it.each(FINGERS.map((finger, i) => [finger, i]))('tells a copy in waves: finger %i', (_, i) => {
    const copy = moved(withoutMap(stored[i]!), ({ x, y }) => ({ x: x + 4 * Math.sin(y / 40), y }));
    expect(isNearCopy([copy], [withoutMap(stored[i]!)])).toBe(true);
  });
});

describe('no copy', () => {
  it.each(FINGERS.map((finger, i) => [finger, i]))('a second touch of the same finger: finger %i', (finger, i) => {
    const second = touch(finger, 1);
    expect([isCopy([second], [stored[i]!]), isNearCopy([second], [stored[i]!])]).toEqual([false, false]);
  });

  it('another finger', () => {
    expect(isNearCopy([stored[0]!], [stored[1]!])).toBe(false);
    expect(isNearCopy([randomView(1)], [randomView(2)])).toBe(false);
  });
});

it('which side is called probe makes no difference', () => {
  const part = { ...stored[1]!, minutiae: stored[1]!.minutiae.slice(0, 15) };
  expect([isNearCopy([part], [stored[1]!]), isNearCopy([stored[1]!], [part])]).toEqual([true, true]);
});

const changed = ({ minutiae }: View, change: (minutia: Minutia) => Partial<Minutia>): Minutia[] =>
  minutiae.map((minutia) => Object.assign({}, minutia, change(minutia)));

type Place = Pick<Minutia, 'x' | 'y'>;

/** Minutiae point where the skin under them then points. */
const moved = (view: View, move: (place: Place) => Place): View => ({
  ...view,
  minutiae: changed(view, ({ x, y, direction }) => {
    const [from, to] = [move({ x, y }), move({ x: x + Math.cos(direction), y: y - Math.sin(direction) })];
    return { x: Math.round(from.x), y: Math.round(from.y), direction: Math.atan2(from.y - to.y, to.x - from.x) };
  }),
});

function turned(view: View, angle: number): View {
  const [cos, sin, shift] = [Math.cos(angle), Math.sin(angle), 23];
  const minutiae = changed(view, ({ x, y, direction }) => ({
    x: Math.round(cos * x - sin * y + shift),
    y: Math.round(sin * x + cos * y),
    direction: direction - angle,
  }));
  return { ...view, minutiae };
}

function withoutMap(view: View): View {
  const { extended: _, ...bare } = view;
  return bare;
}

/** Every fifth minutia lies elsewhere. */
function oneInFiveReplaced(view: View): View {
  const invented = randomView(17).minutiae;
  return { ...view, minutiae: view.minutiae.map((minutia, i) => (i % 5 === 0 ? invented[i % 40]! : minutia)) };
}

/** Every direction of the map a little off, every twentieth byte of its ridges another. The head has seven bytes, 5 and 6 are columns and rows. */
function withNewMap(view: View): View {
  const extended = Uint8Array.from(view.extended!);
  const random = randomFrom(3);
  const ridges = 7 + extended[5]! * extended[6]!;
  for (let k = 7; k < ridges; k++)
    if (extended[k] !== 255) extended[k] = (extended[k]! + 236 + Math.round(8 * random())) % 240;
  for (let k = ridges; k < extended.length; k += 20) extended[k] = random() * 256;
  return { ...view, extended };
}
