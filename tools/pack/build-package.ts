import { cpSync, mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeText } from '../files.ts';
import { compile, type Compiled } from './compile.ts';
import { COMMON_JS, publishedManifest, runnerText, type SourceManifest } from './published-manifest.ts';
import { importsOf, pathInPackage, relink, root, type PublishedPackage } from './package-files.ts';
import { spellOutTypes } from './spell-out-types.ts';

/** The sources cannot be published: Node strips no types below node_modules, and the contract package is private. */
export async function buildPackage(of: PublishedPackage, out: string): Promise<void> {
  const folder = join(root, 'packages', of.folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as SourceManifest;
  const entries = Object.values(manifest.exports)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path));
  rmSync(out, { recursive: true, force: true });
  const modules = writeEsModules(entries, out, of);
  using compilerOutput = mkdtempDisposableSync(join(tmpdir(), 'authly-pack-'));
  const compiled = await compile(entries, of, compilerOutput.path);
  for (const file of modules)
    writeText(join(out, COMMON_JS, `${pathInPackage(file, of)}.js`), relink(compiled.commonJs(file), file, of));
  await writeTypes(entries, compiled, out, of);
  writeText(join(out, COMMON_JS, 'package.json'), '{ "type": "commonjs" }\n');
  writeText(join(out, 'package.json'), `${JSON.stringify(publishedManifest(manifest, of), undefined, 2)}\n`);
  for (const path of Object.values(manifest.bin ?? {})) writeText(join(out, path), runnerText(path));
  for (const [name, from] of Object.entries(of.files)) cpSync(from, join(out, name));
  cpSync(join(folder, 'README.md'), join(out, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
}

/** Writes the modules that the entries load, and returns their sources. Stripping leaves blanks, so lines and columns stay the same. */
function writeEsModules(entries: readonly string[], out: string, to: PublishedPackage): ReadonlySet<string> {
  const modules = new Set(entries);
  // The loop also visits modules that it adds.
  for (const file of modules) {
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    writeText(join(out, `${pathInPackage(file, to)}.js`), relink(code, file, to));
    for (const next of importsOf(code, file)) modules.add(next);
  }
  return modules;
}

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
    for (const kind of ['', COMMON_JS])
      writeText(join(out, kind, `${pathInPackage(file, of)}.d.ts`), relink(text, file, of));
    for (const next of hasSchemas ? [] : importsOf(text, file)) modules.add(next);
  }
}

/** Before TypeScript 5.7 Uint8Array had no type parameter. */
const forOlderCompilers = (text: string): string => text.replaceAll(/Uint8Array<ArrayBuffer(?:Like)?>/g, 'Uint8Array');
