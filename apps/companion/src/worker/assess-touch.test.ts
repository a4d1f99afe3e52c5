import { FINGERS } from '@authly/contract/fingers';
import { extract, QUALITY_BAR, synthesize, type View } from '@authly/fingerprint';
import { expect, it } from 'vitest';
import { touch } from '../../../../packages/fingerprint/test/finger-touches.ts';
import { syntheticFinger } from '../capture/drawer-fingers.ts';
import { smudge } from '../picture/smudge.ts';
import { assessTouch } from './assess-touch.ts';

const view = (quality: number, minutiae: number): View => ({
  width: 300,
  height: 400,
  dpi: 500,
  quality,
  minutiae: Array.from({ length: minutiae }, () => ({ x: 1, y: 1, direction: 0, type: 'ending', quality: 50 })),
});

it('asks again for what the service would refuse', () => {
  const views = [
    view(QUALITY_BAR.quality, QUALITY_BAR.minutiae),
    view(QUALITY_BAR.quality - 1, 40),
    view(90, QUALITY_BAR.minutiae - 1),
    view(90, 0),
    undefined,
  ];
  expect(views.map((one) => assessTouch(one, []))).toEqual(['good', 'poor', 'poor', 'absent', 'absent']);
});

it('asks again for another finger than that of the earlier touches', () => {
  const [first, again] = [touch(syntheticFinger('a', 'RI'), 3), touch(syntheticFinger('a', 'RI'), 4)];
  const other = touch(syntheticFinger('b', 'RI'), 3);
  expect([assessTouch(again, [first]), assessTouch(other, [first]), assessTouch(other, [])]).toEqual([
    'good',
    'other',
    'good',
  ]);
});

it.each(FINGERS)('a smudged touch of %s is poor', (finger) => {
  const smudged = extract(smudge(synthesize({ finger: syntheticFinger('b', finger), impression: 9 })));
  expect(assessTouch(smudged, [])).toMatch(/poor|absent/);
});
