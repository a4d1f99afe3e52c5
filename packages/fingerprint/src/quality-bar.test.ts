import { expect, it } from 'vitest';
import { randomView, captureOf } from '../test/finger-captures.ts';
import { isGoodEnough, QUALITY_BAR } from './quality-bar.ts';

const at = randomView(1, { count: QUALITY_BAR.minutiae, quality: QUALITY_BAR.quality });
const tooFew = randomView(1, { count: QUALITY_BAR.minutiae - 1, quality: 100 });
const tooPoor = randomView(1, { count: 60, quality: QUALITY_BAR.quality - 1 });

it('the bar is quality 20 and 12 minutiae', () => {
  expect(QUALITY_BAR).toEqual({ quality: 20, minutiae: 12 });
});

it('a view with both enough minutiae and enough quality is good enough', () => {
  expect(isGoodEnough([at])).toBe(true);
});

it.each([
  ['too few minutiae', [tooFew]],
  ['too little quality', [tooPoor]],
  ['one view of each, neither good', [tooFew, tooPoor]],
  ['no minutiae', [randomView(1, { count: 0 })]],
  ['no view', []],
])('%s: not good enough', (_, views) => {
  expect(isGoodEnough(views)).toBe(false);
});

it('one good view among poor ones is enough', () => {
  expect(isGoodEnough([tooFew, at, tooPoor])).toBe(true);
});

it('an ordinary capture of a synthetic finger is good enough', () => {
  expect(isGoodEnough([captureOf(12)])).toBe(true);
});
