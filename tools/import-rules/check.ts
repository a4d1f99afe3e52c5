import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { circles } from './circles.ts';
import { importsOf, ownFile } from './imports.ts';
import { DRAWERS, RULES, type Rule } from './rules.ts';

/** Every forbidden arrow, every drawer and every circle among these files, as one readable line each. */
export function violations(root: string, files: readonly string[]): string[] {
  const forbidden = files.flatMap((file) => [
    ...(DRAWERS.test(file) ? [`${file}: a drawer by name; say what is inside`] : []),
    ...(isSource(file)
      ? importsOf(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => violation(root, file, specifier) ?? [])
      : []),
  ]);
  return [...forbidden, ...circles(root, files.filter(isSource))];
}

const isSource = (file: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|suite|d)\.tsx?$/.test(file) && !/(?:^|\/)suite\//.test(file);

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
