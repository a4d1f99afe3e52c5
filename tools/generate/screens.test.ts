import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');

it('docs/screens.md shows every picture', () => {
  const page = readFileSync(join(docs, 'screens.md'), 'utf8');
  const shown = [...page.matchAll(/src="pictures\/([^"]+)\.webp"/g)].map(([, name]) => name!);
  const taken = readdirSync(join(docs, 'pictures')).map((file) => file.replace(/(?:-dark)?\.webp$/, ''));
  expect(shown.toSorted()).toEqual([...new Set(taken)].sort());
});
