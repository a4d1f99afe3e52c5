import { builtinModules } from 'node:module';
import { isSource, targetsOf } from './imports.ts';
import { LAZY, RULES, VAGUE_NAMES } from './rules.ts';

export function violations(root: string, files: readonly string[]): string[] {
  const imports = new Map(files.filter(isSource).map((file) => [file, targetsOf(root, file)]));
  const forbidden = files.flatMap((file) => [
    ...(VAGUE_NAMES.test(file) ? [`${file}: a name that says nothing; name what is inside`] : []),
    ...(imports.get(file) ?? []).flatMap(
      ({ specifier, target, isLazy }) =>
        violation(file, specifier, target) ?? (isLazy ? undefined : eagerImport(file, target)) ?? [],
    ),
  ]);
  const graph = [...imports].map(([file, each]) => [file, each.flatMap(({ target }) => target ?? [])] as const);
  return [...forbidden, ...cycles(new Map(graph))];
}

function violation(file: string, specifier: string, target: string | undefined): string | undefined {
  const rule = RULES.find(({ folder }) => folder.test(file));
  if (rule === undefined) return undefined;
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

/** Every import cycle, one line each. Imports of types count. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(`an import cycle: ${[...path.slice(at), file].join(' → ')}`);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    graph.get(file)?.forEach(visit);
    path.pop();
    done.add(file);
  };
  [...graph.keys()].forEach(visit);
  return found;
}
