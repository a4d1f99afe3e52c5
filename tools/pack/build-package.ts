import { cpSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { compile, type Compiled } from './compile.ts';
import { COMMON_JS, publishedManifest, runnerText, type SourceManifest } from './published-manifest.ts';
import { importsOf, placeOf, relink, root, writeText, type PublishedPackage } from './package-files.ts';
import { spellOutTypes } from './spell-out-types.ts';

/**
 * Writes the package as it is published: JavaScript as ES modules and CommonJS, with types and without dependencies. The sources run only
 * inside this repository: below node_modules Node strips no types, and the contract package is not published.
 */
export async function buildPackage(of: PublishedPackage, out: string): Promise<void> {
  const folder = join(root, 'packages', of.folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as SourceManifest;
  const entries = Object.values(manifest.exports).map((path) => join(folder, path));
  rmSync(out, { recursive: true, force: true });
  const modules = writeEsModules(entries, out, of);
  await compile(entries, of, async (compiled) => {
    for (const file of modules)
      writeText(out, `${COMMON_JS}/${placeOf(file, of)}.js`, relink(compiled.commonJs(file), file, of));
    await writeTypes(entries, compiled, out, of);
  });
  writeText(out, `${COMMON_JS}/package.json`, '{ "type": "commonjs" }\n');
  writeText(out, 'package.json', `${JSON.stringify(publishedManifest(manifest, of), undefined, 2)}\n`);
  for (const path of Object.values(manifest.bin ?? {})) writeText(out, path, runnerText(path));
  for (const [name, from] of Object.entries(of.files)) cpSync(from, join(out, name));
  cpSync(join(folder, 'README.md'), join(out, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
}

/** Writes the modules that the entries load when they run, and says which sources those are. Stripping leaves blanks where types were, so that lines and columns stay. */
function writeEsModules(entries: readonly string[], out: string, to: PublishedPackage): ReadonlySet<string> {
  const modules = new Set(entries);
  // A set that grows while it is walked is walked to its new end.
  for (const file of modules) {
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    writeText(out, `${placeOf(file, to)}.js`, relink(code, file, to));
    for (const next of importsOf(code, file)) modules.add(next);
  }
  return modules;
}

/** Types as they are declared, except where the contract's are made from schemas; once for each kind of module. */
async function writeTypes(
  entries: readonly string[],
  { declaration }: Compiled,
  out: string,
  of: PublishedPackage,
): Promise<void> {
  const modules = new Set(entries);
  for (const file of modules) {
    const hasSchemas = readFileSync(file, 'utf8').includes("from 'typebox'");
    const text = hasSchemas ? await spellOutTypes(file) : forOlderCompilers(declaration(file));
    for (const at of ['', `${COMMON_JS}/`]) writeText(out, `${at}${placeOf(file, of)}.d.ts`, relink(text, file, of));
    for (const next of hasSchemas ? [] : importsOf(text, file)) modules.add(next);
  }
}

/** Before TypeScript 5.7 arrays of bytes named no buffer. */
const forOlderCompilers = (text: string): string => text.replaceAll(/Uint8Array<ArrayBuffer(?:Like)?>/g, 'Uint8Array');
