import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORT =
  /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\brequire\(\s*['"]([^'"]+)['"]\s*\)/gm;

export const isSource = (file: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file) && !/\/src\/.*\/test\//.test(file);

interface Import {
  readonly specifier: string;
  /** The importing file does not load it: an `import()`, or types only. */
  readonly isLazy: boolean;
}

export const importsOf = (source: string): Import[] =>
  [...source.matchAll(IMPORT)].map(([text, from, dynamic, required]) => ({
    specifier: (from ?? dynamic ?? required)!,
    isLazy: dynamic !== undefined || /^\s*(?:import|export)\s+type\s/.test(text),
  }));

/** The imports with the path of our own file. Undefined: an npm package. */
export const targetsOf = (root: string, file: string): (Import & { target: string | undefined })[] =>
  importsOf(readFileSync(join(root, file), 'utf8')).map((each) => ({
    ...each,
    target: ownFile(root, file, each.specifier),
  }));

function ownFile(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const [, name, subpath] = /^@authly\/([\w-]+)\/?(.*)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const home = existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`;
  if (specifier === '@authly/contract/operation-table' || specifier === '@authly/contract/errors')
    return `${home}/src/wire/generated/${subpath}.ts`;
  return `${home}/src/${subpath?.includes('.') ? subpath : `${subpath || 'index'}.ts`}`;
}
