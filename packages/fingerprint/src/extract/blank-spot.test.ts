import { expect, it } from 'vitest';
import { cut, mirroredFourfold, withBlankSpot } from '../../test/changed-image.ts';
import { decodeTemplate, encodeTemplate, extract, isGoodEnough } from '../index.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';

/** The image has no margin: the ridges reach every edge of the image, as on a small sensor. */
const center = cut(syntheticImage(3, 0), 105, 125, 150, 150);
const frameFilling = mirroredFourfold(mirroredFourfold(center));

const SPOTS: readonly [string, number][] = [
  ['without a blank spot', 0],
  ['with a blank spot of 5 %', 0.05],
  ['with a blank spot of 21 %, larger than the padding around the image', 0.21],
  ['with a blank spot of 40 %', 0.4],
];

it.each(SPOTS)('a print that fills the frame is good enough and has a record: %s', (_, share) => {
  const view = extract(withBlankSpot(frameFilling, share).image);
  expect(view.quality).toBeLessThanOrEqual(100);
  expect(isGoodEnough([view])).toBe(true);
  expect(decodeTemplate(encodeTemplate([view]))[0]!.quality).toBe(view.quality);
});

it('finds no minutiae in a blank spot that is too large for a hole', () => {
  const { image, isBlank } = withBlankSpot(frameFilling, 0.21);
  expect(extract(image).minutiae.filter(({ x, y }) => isBlank(x, y))).toEqual([]);
});
