import { FINGERS } from '@authly/contract/wire/fingers';
import { QUALITY_BAR } from '@authly/fingerprint';
import { expect, it } from 'vitest';
import { randomView, captureOf } from '../../fingerprint/test/finger-captures.ts';
import { syntheticFinger } from '../../../apps/app/src/capture/synthetic-fingers.ts';
import { smudge } from '../../../apps/app/src/worker/smudge.ts';
import { assessCapture, viewOf } from './captures.ts';
import { syntheticImage } from '../../fingerprint/test/synthetic-records.ts';

it('asks again for a capture that the service would refuse', () => {
  const views = [
    randomView(1, { quality: QUALITY_BAR.quality, count: QUALITY_BAR.minutiae }),
    randomView(1, { quality: QUALITY_BAR.quality - 1, count: 40 }),
    randomView(1, { quality: 90, count: QUALITY_BAR.minutiae - 1 }),
    { ...randomView(1), dpi: 100 },
    randomView(1, { quality: 90, count: 0 }),
    undefined,
  ];
  expect(views.map((one) => assessCapture(one, []))).toEqual(['good', 'poor', 'poor', 'poor', 'absent', 'absent']);
});

it('asks again after another finger than before', () => {
  const [first, again] = [captureOf(syntheticFinger('a', 'RI'), 3), captureOf(syntheticFinger('a', 'RI'), 4)];
  const other = captureOf(syntheticFinger('b', 'RI'), 3);
  expect([assessCapture(again, [first]), assessCapture(other, [first]), assessCapture(other, [])]).toEqual([
    'good',
    'other',
    'good',
  ]);
});

it('asks for a new capture if an earlier one is repeated, whichever it is', () => {
  const [first, second] = [captureOf(syntheticFinger('a', 'RI'), 3), captureOf(syntheticFinger('a', 'RI'), 4)];
  expect([assessCapture(first, [first]), assessCapture(first, [first, second])]).toEqual(['same', 'same']);
});

it.each(FINGERS)('a smudged capture of %s is poor', (finger) => {
  const smudged = viewOf(smudge(syntheticImage(syntheticFinger('b', finger), 9)));
  expect(assessCapture(smudged, [])).toMatch(/poor|absent/);
});
