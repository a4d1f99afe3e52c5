import { builtinModules } from 'node:module';
import { isSource, targetsOf } from './imports.ts';
import { LAZY, SERVICE_FOLDERS, RULED, RULES, VAGUE_NAMES, type Rule } from './rules.ts';

export function violations(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => [
    ...(VAGUE_NAMES.test(file) ? [`${file}: a name that says nothing; name what is inside`] : []),
    ...(isSource(file) ? importViolations(root, file) : []),
  ]);
}

function importViolations(root: string, file: string): string[] {
  const rule = ruleOf(file);
  if (rule === undefined) return RULED.test(file) ? [`${file}: its folder has no rule`] : [];
  return targetsOf(root, file).flatMap(
    ({ specifier, target, isLazy }) =>
      violation(rule, file, specifier, target) ?? (isLazy ? undefined : eagerImport(file, target)) ?? [],
  );
}

/** The rule of the longest folder. */
const ruleOf = (file: string): Rule | undefined =>
  RULES.filter(({ folder }) => file.startsWith(folder)).toSorted((a, b) => b.folder.length - a.folder.length)[0];

function violation(rule: Rule, file: string, specifier: string, target: string | undefined): string | undefined {
  const { folder, promise, mayImport, apart, noNode, packages } = rule;
  const because = `(${folder}: ${promise})`;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier))
    return noNode ? `${file}: imports ${specifier} ${because}` : undefined;
  if (target === undefined)
    return packages?.every((name) => specifier !== name && !specifier.startsWith(`${name}/`))
      ? `${file}: imports the package ${specifier} ${because}`
      : undefined;
  const isOwn = target.startsWith(folder);
  const isAllowed = isOwn ? !apart : mayImport.some((each) => target.startsWith(each));
  return isAllowed ? undefined : `${file}: imports ${target} ${because}`;
}

function eagerImport(file: string, target: string | undefined): string | undefined {
  const lazy = LAZY.find(
    ({ from, folder }) => file.startsWith(from) && !file.startsWith(folder) && target?.startsWith(folder),
  );
  return lazy && `${file}: imports ${target} other than by import() (${lazy.promise})`;
}

/** Folders that import a folder below them in the list. */
export function upwardArrows(): string[] {
  return SERVICE_FOLDERS.flatMap(({ folder, mayImport }, floor) =>
    SERVICE_FOLDERS.slice(floor + 1)
      .filter((upper) => mayImport.some((each) => ruleOf(each) === upper || upper.folder.startsWith(each)))
      .map((upper) => `${folder} may import ${upper.folder}, which is above it`),
  );
}
