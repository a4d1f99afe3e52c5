import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** What a source file imports, types included. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, from, dynamic]) => (from ?? dynamic)!);

/** The path of our own file that an import means; undefined for a package of somebody else. */
export function ownFile(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const [, name, subpath] = /^@authly\/([\w-]+)\/?(.*)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const home = existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`;
  return `${home}/src/${subpath?.includes('.') ? subpath : `${subpath || 'index'}.ts`}`;
}
