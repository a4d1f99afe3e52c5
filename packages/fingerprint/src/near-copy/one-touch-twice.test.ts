import { expect, it } from 'vitest';
import { moved } from '../../test/changed-image.ts';
import { disturbed, randomFrom, templateOf, touch } from '../../test/finger-touches.ts';
import { decodeTemplate, extract, holdsOneTouchTwice, type Image, type View } from '../index.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';

const image = syntheticImage(8, 0);
const [first, second, third] = [touch(8, 0), touch(8, 1), touch(8, 2)];

it('three touches of one finger are three', () => {
  expect(holdsOneTouchTwice([first, second, third])).toBe(false);
});

it.each([2, 12, 31])('two touches of one finger are two: finger %i', (finger) => {
  expect(holdsOneTouchTwice([touch(finger, 0), touch(finger, 1)])).toBe(false);
});

it('one view is no touch twice, and neither are none', () => {
  expect([holdsOneTouchTwice([]), holdsOneTouchTwice([first])]).toEqual([false, false]);
});

it('the same record twice is one touch', () => {
  expect(holdsOneTouchTwice([...decodeTemplate(templateOf(first)), first])).toBe(true);
});

it('one touch twice among others is found', () => {
  expect(holdsOneTouchTwice([first, second, third, disturbed(second, { seed: 4, pixels: 2, steps: 2 })])).toBe(true);
});

it.each<[string, (image: Image) => Image]>([
  ['with other gray levels', (picture) => changed(picture, (gray) => 30 + gray * 0.7)],
  ['with noise', (picture) => changed(picture, (gray) => gray + 24 * (random() - 0.5))],
  ['with fewer gray levels', (picture) => changed(picture, (gray) => gray - (gray % 24))],
  ['shifted', (picture) => moved(picture, 0, 9, -6)],
  ['turned', (picture) => moved(picture, 0.1, 0, 0)],
])('one picture %s is still one touch', (_, change) => {
  expect(holdsOneTouchTwice([first, recorded(change(image))])).toBe(true);
});

const random = randomFrom(7);

function changed(picture: Image, gray: (gray: number) => number): Image {
  return { ...picture, pixels: picture.pixels.map((value) => Math.min(255, Math.max(0, Math.round(gray(value))))) };
}

function recorded(picture: Image): View {
  return decodeTemplate(templateOf(extract(picture)))[0]!;
}
