import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_DEPENDENCIES, MAX_FOLDERS, serviceFolders } from './folders.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'authly-folders-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function check(sources: Readonly<Record<string, string>>): ReturnType<typeof serviceFolders> {
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, 'apps/service/src', file)), { recursive: true });
    writeFileSync(join(root, 'apps/service/src', file), source);
  }
  return serviceFolders(
    root,
    Object.keys(sources).map((file) => `apps/service/src/${file}`),
  );
}

it('counts each pair of folders once, including types and dynamic imports, without main and tests', () => {
  const found = check({
    'main.ts': "import './a/one.ts';",
    'a/one.ts': "import type { B } from '../b/one.ts';\nimport './two.ts';",
    'a/two.ts': "const b = await import('../b/one.ts');",
    'a/two.test.ts': "import '../c/one.ts';",
    'b/one.ts': "import '../c/one.ts';",
    'c/one.ts': "import 'node:fs';",
  });
  expect(found).toEqual({ summary: 'apps/service/src: 3 folders, 2 dependencies', problems: [] });
});

it('fails on a cycle between folders and on too many folders', () => {
  const circle = { 'a/x.ts': "import '../b/x.ts';", 'b/x.ts': '', 'b/y.ts': "import '../a/y.ts';", 'a/y.ts': '' };
  expect(check({ ...circle, 'c/x.ts': "import '../b/x.ts';" }).problems).toEqual([
    'folders of apps/service/src depend on each other in a circle: a, b',
  ]);
  const many = Object.fromEntries(Array.from({ length: MAX_FOLDERS + 1 }, (_, i) => [`f${i}/x.ts`, '']));
  expect(check(many).problems).toEqual([`apps/service/src has more than ${MAX_FOLDERS} folders`]);
});

it('fails on too many dependencies', () => {
  const names = Array.from({ length: 13 }, (_, i) => `f${i}`);
  const importsOfLater = (own: number): string =>
    names
      .slice(own + 1)
      .map((name) => `import '../${name}/x.ts';`)
      .join('\n');
  const sources = Object.fromEntries(names.map((name, i) => [`${name}/x.ts`, importsOfLater(i)]));
  expect(check(sources).problems).toEqual([
    `apps/service/src has more than ${MAX_DEPENDENCIES} dependencies between folders`,
  ]);
});
