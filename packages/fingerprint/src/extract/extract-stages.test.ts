import { describe, expect, it } from 'vitest';
import { extractObserved } from './index.ts';
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
