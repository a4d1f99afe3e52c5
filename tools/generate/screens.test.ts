import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');

const page = readFileSync(join(docs, 'screens.md'), 'utf8');
const picturesIn = (text: string): string[] =>
  [...text.matchAll(/src="pictures\/([^"]+)\.webp"/g)].map(([, name]) => name!);

it('docs/screens.md shows every picture, and at most 12 before a reader unfolds the others', () => {
  const shown = picturesIn(page);
  const taken = readdirSync(join(docs, 'pictures')).map((file) => file.replace(/\.webp$/, ''));
  expect(picturesIn(page.replaceAll(/<details>[^]*?<\/details>/g, '')).length).toBeLessThanOrEqual(12);
  expect(shown.toSorted()).toEqual(taken.toSorted());
});
