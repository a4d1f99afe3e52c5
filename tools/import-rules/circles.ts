import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, ownFile } from './imports.ts';

/** Every circle of imports among these files, imports of types included, as one readable line each. */
export function circles(root: string, files: readonly string[]): string[] {
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
    if (at >= 0) found.push(`a circle of imports: ${[...path.slice(at), file].join(' → ')}`);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    importsByFile.get(file)?.forEach(visit);
    path.pop();
    done.add(file);
  };
  files.forEach(visit);
  return found;
}
