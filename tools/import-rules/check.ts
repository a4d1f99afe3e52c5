import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { importsOf, ownFile } from './imports.ts';
import { RULES, VAGUE_NAMES, type Rule } from './rules.ts';

/** Every forbidden import, vague file name and import cycle among these files, one line each. */
export function violations(root: string, files: readonly string[]): string[] {
  const forbidden = files.flatMap((file) => [
    ...(VAGUE_NAMES.test(file) ? [`${file}: a name that says nothing; name what is inside`] : []),
    ...(isSource(file)
      ? importsOf(readFileSync(join(root, file), 'utf8')).flatMap((specifier) => violation(root, file, specifier) ?? [])
      : []),
  ]);
  return [...forbidden, ...cycles(root, files.filter(isSource))];
}

const isSource = (file: string): boolean =>
  /\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|suite|d)\.tsx?$/.test(file) && !/(?:^|\/)suite\//.test(file);

function violation(root: string, file: string, specifier: string): string | undefined {
  const rule = RULES.find(({ folder }) => folder.test(file));
  if (rule === undefined) return undefined;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier))
    return rule.noNode ? `${file}: imports ${specifier} (${rule.name})` : undefined;
  const target = ownFile(root, file, specifier);
  if (target === undefined)
    return packageAllowed(rule, specifier) ? undefined : `${file}: imports the package ${specifier} (${rule.name})`;
  const allowed =
    (rule.mayImportItself !== false && rule.folder.test(target)) || rule.mayImport.some((path) => path.test(target));
  return allowed ? undefined : `${file}: imports ${target} (${rule.name})`;
}

const packageAllowed = (rule: Rule, specifier: string): boolean =>
  rule.packages === undefined || rule.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** Every import cycle among these files, one line each. Imports of types count. */
function cycles(root: string, files: readonly string[]): string[] {
  const known = new Set(files);
  const importsByFile = new Map(
    files.map((file) => [
      file,
      importsOf(readFileSync(join(root, file), 'utf8'))
        .map((specifier) => ownFile(root, file, specifier))
        .filter((target) => target !== undefined && known.has(target)) as string[],
    ]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(`an import cycle: ${[...path.slice(at), file].join(' → ')}`);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    importsByFile.get(file)?.forEach(visit);
    path.pop();
    done.add(file);
  };
  files.forEach(visit);
  return found;
}
