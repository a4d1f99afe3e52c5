import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export const isSource = (file: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file) && !/\/src\/.*\/test\//.test(file);

/** What a source file imports, types included. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, from, dynamic]) => (from ?? dynamic)!);

/** The same with the path of our own file behind each import; undefined for an npm package. */
export const targetsOf = (root: string, file: string): { specifier: string; target: string | undefined }[] =>
  importsOf(readFileSync(join(root, file), 'utf8')).map((specifier) => ({
    specifier,
    target: ownFile(root, file, specifier),
  }));

function ownFile(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const [, name, subpath] = /^@authly\/([\w-]+)\/?(.*)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const home = existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`;
  return `${home}/src/${subpath?.includes('.') ? subpath : `${subpath || 'index'}.ts`}`;
}
