import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { importsOf, placeOf, relink, writeText, type PublishedPackage } from './package-files.ts';

/** Writes the modules that the entries load when they run, and says which sources those are. Stripping leaves blanks where types were, so that lines and columns stay. */
export function writeEsModules(entries: readonly string[], out: string, to: PublishedPackage): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    writeText(out, `${placeOf(file, to)}.js`, relink(code, file, to));
    importsOf(code, file).forEach(visit);
  };
  entries.forEach(visit);
  return seen;
}
