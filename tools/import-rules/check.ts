import { builtinModules } from 'node:module';
import { isSource, targetsOf } from './imports.ts';
import { LAZY, RULES, VAGUE_NAMES } from './rules.ts';

export function violations(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => [
    ...(VAGUE_NAMES.test(file) ? [`${file}: a name that says nothing; name what is inside`] : []),
    ...(isSource(file) ? targetsOf(root, file) : []).flatMap(
      ({ specifier, target, isLazy }) =>
        violation(file, specifier, target) ?? (isLazy ? undefined : eagerImport(file, target)) ?? [],
    ),
  ]);
}

const FOLDER_OF_SERVICE = /^apps\/service\/src\/[^/]+\//;

function violation(file: string, specifier: string, target: string | undefined): string | undefined {
  const rule = RULES.find(({ folder }) => folder.test(file));
  if (rule === undefined)
    return FOLDER_OF_SERVICE.test(file) ? `${file}: imports ${specifier}, and its folder has no rule` : undefined;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier))
    return rule.noNode ? `${file}: imports ${specifier} (${rule.name})` : undefined;
  if (target === undefined)
    return rule.packages?.every((name) => specifier !== name && !specifier.startsWith(`${name}/`))
      ? `${file}: imports the package ${specifier} (${rule.name})`
      : undefined;
  const allowed =
    (rule.mayImportItself !== false && rule.folder.test(target)) || rule.mayImport.some((path) => path.test(target));
  return allowed ? undefined : `${file}: imports ${target} (${rule.name})`;
}

function eagerImport(file: string, target: string | undefined): string | undefined {
  const { name, from, folder } = LAZY;
  if (target === undefined || !from.test(file) || folder.test(file) || !folder.test(target)) return undefined;
  return `${file}: imports ${target} other than by import() (${name})`;
}
