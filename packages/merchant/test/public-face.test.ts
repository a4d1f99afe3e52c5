import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const packageFolder = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  exports: Record<string, string>;
  dependencies?: object;
};

/** Follows the imports that remain at run time. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8')
    .replaceAll(/^import type .*?;$/gms, '')
    .replaceAll(/^export type [{*].*?;$/gms, '');
  for (const [, specifier] of source.matchAll(/^(?:import|export) [^;]*?from '([^']+)';$/gms)) {
    if (specifier!.startsWith('.')) loadedBy(join(dirname(file), specifier!), seen);
    else if (specifier!.startsWith('@authly/contract/')) loadedBy(fileURLToPath(import.meta.resolve(specifier!)), seen);
    else seen.add(specifier!);
  }
  return seen;
}

const outside = (entry: string): string[] =>
  [...loadedBy(join(packageFolder, manifest.exports[entry]!))].filter((name) => !name.startsWith('/'));

test('has no runtime dependency', () => {
  expect(manifest.dependencies).toBeUndefined();
});

test.each(Object.entries(manifest.exports))('%s exists at %s', (_, path) => {
  expect(existsSync(join(packageFolder, path))).toBe(true);
});

describe('each entry loads only these modules', () => {
  test.each(['.', './hono', './stores/memory', './stores/postgres', './stores/redis', './testing'])(
    '%s: nothing, so it runs on every runtime',
    (entry) => {
      expect(outside(entry)).toEqual([]);
    },
  );

  test.each([
    ['./node', []],
    ['./express', []],
    ['./fastify', []],
    ['./stores/sqlite', ['node:fs', 'node:url']],
  ])('%s: %j', (entry, loaded) => {
    expect(outside(entry)).toEqual(loaded);
  });
});

test("the runner loads only Node's own modules", () => {
  const loaded = [...loadedBy(join(packageFolder, 'src', 'bio-check', 'main.ts'))].filter(
    (name) => !name.startsWith('/'),
  );
  expect(loaded.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(createRequire(import.meta.url).resolve('@authly/merchant/testing')).toContain('testing');
});
