import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const FILES = globSync('{apps,packages,lab,deploy,test,tools}/**/*.test.ts', {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
});

it.each([
  ['service', /onOneStore|ONE_STORE/],
  ['scaled', /allOrSome/],
])('a file is named *.%s.test.ts if and only if it uses %s', (suffix, use) => {
  const named = FILES.filter((path) => path.includes(`.${suffix}.`));
  const using = FILES.filter(
    (path) => path !== 'test/kind.test.ts' && use.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(using).toEqual(named);
  expect(using).not.toEqual([]);
});
