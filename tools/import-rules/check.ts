import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { DRAWERS, RULES, type Rule } from './rules.ts';

const IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Every forbidden arrow and every drawer among these files, as one readable line each. */
export function violations(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => [
    ...(DRAWERS.test(file) ? [`${file}: a drawer by name; say what is inside`] : []),
    ...(isSource(file)
      ? importsOf(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => violation(root, file, specifier) ?? [])
      : []),
  ]);
}

const isSource = (file: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|suite|d)\.tsx?$/.test(file) && !/(?:^|\/)suite\//.test(file);

export const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, from, dynamic]) => (from ?? dynamic)!);

function violation(root: string, file: string, specifier: string): string | undefined {
  const rule = RULES.find(({ room }) => room.test(file));
  if (rule === undefined) return undefined;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier))
    return rule.noNode ? `${file}: imports ${specifier} (${rule.name})` : undefined;
  const target = ownFile(root, file, specifier);
  if (target === undefined)
    return packageAllowed(rule, specifier) ? undefined : `${file}: imports the package ${specifier} (${rule.name})`;
  const allowed =
    (rule.mayImportItself !== false && rule.room.test(target)) || rule.mayImport.some((room) => room.test(target));
  return allowed ? undefined : `${file}: imports ${target} (${rule.name})`;
}

const packageAllowed = (rule: Rule, specifier: string): boolean =>
  rule.packages === undefined || rule.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** The path of our own file that an import means; undefined for a package of somebody else. */
function ownFile(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const [, name, subpath] = /^@authly\/([\w-]+)\/?(.*)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const home = existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`;
  return `${home}/src/${subpath?.includes('.') ? subpath : `${subpath || 'index'}.ts`}`;
}
