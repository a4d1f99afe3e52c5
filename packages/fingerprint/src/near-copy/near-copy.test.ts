import { decodeTemplate, type Minutia, type View } from '../index.ts';
import { describe, expect, it } from 'vitest';
import { disturbed, randomView, templateOf, touch } from '../../test/finger-touches.ts';
import { coincidingShare } from './coinciding-share.ts';
import { isCopy, isNearCopy, NEAR_COPY_SHARE } from './index.ts';

const FINGERS = [2, 8, 12, 31];
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
  it.each(FINGERS.map((finger, i) => [finger, i]))(
    'with each minutia off by up to one pixel and one direction step is found: finger %i',
    (seed, i) => {
      const copy = disturbed(stored[i]!, { seed, pixels: 1, steps: 1 });
      expect([isCopy([copy], [stored[i]!]), isNearCopy([copy], [stored[i]!])]).toEqual([false, true]);
    },
  );

  it('shifted and turned as well is found', () => {
    expect(isNearCopy([turned(disturbed(stored[0]!, { seed: 5, pixels: 1, steps: 1 }), 0.3)], [stored[0]!])).toBe(true);
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

describe('no copy', () => {
  it.each(FINGERS.map((finger, i) => [finger, i]))(
    'a second touch of the same finger, with room to spare: finger %i',
    (finger, i) => {
      const second = touch(finger, 1);
      expect(isCopy([second], [stored[i]!])).toBe(false);
      expect(coincidingShare(second, stored[i]!)).toBeLessThan(NEAR_COPY_SHARE - 0.15);
    },
  );

  it('another finger', () => {
    expect(isNearCopy([stored[0]!], [stored[1]!])).toBe(false);
    expect(isNearCopy([randomView(1)], [randomView(2)])).toBe(false);
  });
});

it('the share is the same whichever way it is asked, and 1 of oneself', () => {
  const view = randomView(3, { count: 20 });
  expect(coincidingShare(view, view)).toBe(1);
  const part = { ...view, minutiae: view.minutiae.slice(0, 15) };
  expect([coincidingShare(part, view), coincidingShare(view, part)]).toEqual([1, 1]);
});

const changed = ({ minutiae }: View, change: (minutia: Minutia) => Partial<Minutia>): Minutia[] =>
  minutiae.map((minutia) => Object.assign({}, minutia, change(minutia)));

function turned(view: View, angle: number): View {
  const [cos, sin, shift] = [Math.cos(angle), Math.sin(angle), 23];
  const minutiae = changed(view, ({ x, y, direction }) => ({
    x: Math.round(cos * x - sin * y + shift),
    y: Math.round(sin * x + cos * y),
    direction: direction - angle,
  }));
  return { ...view, minutiae };
}
