import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no style gives a text size in pixels, which would ignore the size that the user set in the browser', () => {
  const files = globSync('{apps,packages}/**/*.css', { exclude: ['**/{node_modules,dist}'] });
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bfont(?:-size)?:[^;}]*?\dpx/g)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
