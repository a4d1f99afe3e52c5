import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSource, targetsOf } from './import-rules/imports.ts';

const root = join(import.meta.dirname, '..');
const read = <Content>(file: string): Content => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;

/** Packages that these sources load, directly or through our other sources. */
function packagesOf(entries: readonly string[]): Set<string> {
  const [files, packages] = [new Set(entries), new Set<string>()];
  for (const file of files)
    for (const { specifier, target } of targetsOf(root, file)) {
      if (target === undefined && !isBuiltin(specifier))
        packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      else if (target && isSource(target) && existsSync(join(root, target))) files.add(target);
    }
  return packages;
}

it('scripts with --omit=dev, and their pages, import no dev package', () => {
  const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
  const lockfile = read<{ packages: Record<string, { dev?: true }> }>('package-lock.json');
  const started = Object.values(scripts).flatMap((script) => /--omit=dev (\S+)/.exec(script)?.[1] ?? []);
  expect(started.length).toBeGreaterThan(0);
  const pages = globSync(['apps/{app,console,hosted}/src/main.tsx', 'apps/shop/page/*.ts'], { cwd: root });
  const packages = [...packagesOf([...started, ...pages])];
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'oidc-provider', 'preact', 'vite']));
  expect(packages.filter((name) => lockfile.packages[`node_modules/${name}`]?.dev)).toEqual([]);
});
