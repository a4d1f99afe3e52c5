import { describe, expect, it } from 'vitest';
import { extractObserved } from './index.ts';
import { extract } from '../index.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';

/** FNV-1a over values rounded to a 256th, so that a change of the last bit does not change the checksum. */
const checksum = (data: ArrayLike<number>): string => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < data.length; i++) hash = Math.imul(hash ^ Math.round(data[i]! * 256), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};

describe('each stage gives the stored checksum', () => {
  it.each([0, 5])('synthetic finger %i', async (finger) => {
    const lines: string[] = [];
    const view = extractObserved(syntheticImage(finger, 0), (stage, { width, height, data }) => {
      lines.push(`${stage.padEnd(12)} ${width}×${height} ${checksum(data)}`);
    });
    const minutiae = view.minutiae.flatMap(({ x, y, direction, quality }) => [x, y, direction, quality]);
    lines.push(
      `${'minutiae'.padEnd(12)} ${view.minutiae.length} ${checksum(minutiae)}`,
      `${'quality'.padEnd(12)} ${view.quality}`,
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/stages-${finger}.txt`);
  });
});

it('the same image gives the same view, twice in one process', () => {
  const image = syntheticImage(7, 2);
  expect(extract(image)).toEqual(extract(image));
});

it('minutiae are inside the image and within the ranges of a record', () => {
  const view = extract(syntheticImage(9, 1));
  expect(view.minutiae.length).toBeGreaterThan(10);
  for (const { x, y, direction, quality } of view.minutiae) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(view.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(view.height);
    expect(direction).toBeGreaterThanOrEqual(0);
    expect(direction).toBeLessThan(2 * Math.PI);
    expect(quality).toBeGreaterThanOrEqual(1);
    expect(quality).toBeLessThanOrEqual(100);
  }
});
