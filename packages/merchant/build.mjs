// Makes the package that merchants install, in dist/: plain JavaScript with types and no dependencies. The sources run as they are
// inside this repository; below node_modules Node strips no types, and the contract package is not published.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const contract = join(here, '..', 'contract', 'src');
const dist = process.argv[2] ?? join(here, 'dist', 'package');
const VECTORS = 'signature-vectors.json';
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** Where a source file lies in the package, without its extension. */
function placeOf(file) {
  const inContract = relative(contract, file);
  const place = inContract.startsWith('..') ? relative(join(here, 'src'), file) : join('contract', inContract);
  return place.replace(/(?:\.d)?\.ts$/, '');
}

/** The source file that an import names. */
const resolve = (specifier, from) =>
  specifier.startsWith('@authly/contract/')
    ? join(contract, `${specifier.slice('@authly/contract/'.length)}.ts`)
    : join(dirname(from), specifier);

const IMPORTS = /(from |import\()'((?:\.|@authly\/contract\/)[^']+)'/g;

/** The same text with every import pointing at the file's place in the package. */
function relink(text, file) {
  return text.replaceAll(IMPORTS, (_, keyword, specifier) => {
    const path = relative(dirname(placeOf(file)), placeOf(resolve(specifier, file)));
    return `${keyword}'${path.startsWith('.') ? path : `./${path}`}.js'`;
  });
}

const write = (place, text) => {
  mkdirSync(dirname(join(dist, place)), { recursive: true });
  writeFileSync(join(dist, place), text);
};

/** JavaScript: what the entries load when they run. Stripping leaves blanks where types were, so that lines and columns stay. */
function writeModules(files) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    write(`${placeOf(file)}.js`, relink(code, file));
    for (const [, , specifier] of code.matchAll(IMPORTS)) visit(resolve(specifier, file));
  };
  files.forEach(visit);
}

/** The modules of the contract that our sources name, for their code or for their types. */
function contractModules() {
  const sources = readdirSync(join(here, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(here, 'src', name), 'utf8'));
  const named = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/'(@authly\/contract\/[^']+)'/g)].map(([, specifier]) => specifier),
    ),
  );
  return [...named].map((specifier) => resolve(specifier, here));
}

const hasSchemas = (file) => readFileSync(file, 'utf8').includes("from 'typebox'");

/** Types: as tsc declares them, except where the contract's are made from schemas: those are spelled out. */
async function writeTypes(entries) {
  const modules = contractModules();
  for (const file of modules.filter(hasSchemas)) write(`${placeOf(file)}.d.ts`, await spellOut(file));
  const files = [...entries, ...modules.filter((file) => !hasSchemas(file))];
  const out = mkdtempSync(join(tmpdir(), 'authly-merchant-types-'));
  const config = join(out, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(here, '..'),
    outDir: out,
    types: ['node'],
    typeRoots: [join(here, '..', '..', 'node_modules', '@types')],
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(here, '..', '..', 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(here, '..', '..', 'node_modules', '.bin', 'tsc'), '-p', config],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`tsc failed:\n${stdout}`);
  for (const name of readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const file = join(here, '..', name.replace(/\.d\.ts$/, '.ts'));
    write(`${placeOf(file)}.d.ts`, relink(readFileSync(join(out, name), 'utf8'), file));
  }
  rmSync(out, { recursive: true });
}

/** A module of schemas as a module of types. */
async function spellOut(file) {
  const schemas = Object.entries(await import(pathToFileURL(file).href)).filter(
    ([, value]) => typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value),
  );
  return `${schemas.map(([name, schema]) => `export type ${name} = ${typeText(schema)};`).join('\n')}\nexport {};\n`;
}

function typeText(schema) {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' | ');
  if (schema.type === 'array') return `(${typeText(schema.items)})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return schema.type;
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(field)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

function writeManifest() {
  const { name, version, description, license, type, bin } = manifest;
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, path]) => {
      const place = path.replace('./src/', './').replace(/\.ts$/, '');
      return [entry, { types: `${place}.d.ts`, default: `${place}.js` }];
    }),
  );
  exports[`./${VECTORS}`] = `./${VECTORS}`;
  write(
    'package.json',
    `${JSON.stringify({ name, version, description, license, type, bin, exports, engines: { node: '>=20' } }, undefined, 2)}\n`,
  );
  for (const path of Object.values(bin))
    write(path, readFileSync(join(here, path), 'utf8').replace('../src/bio-check/main.ts', '../bio-check/main.js'));
  cpSync(join(contract, '..', VECTORS), join(dist, VECTORS));
  cpSync(join(here, 'README.md'), join(dist, 'README.md'));
  cpSync(join(here, '..', '..', 'LICENSE'), join(dist, 'LICENSE'));
}

rmSync(dist, { recursive: true, force: true });
const entries = Object.values(manifest.exports).map((path) => join(here, path));
writeModules([...entries, join(here, 'src', 'bio-check', 'main.ts')]);
await writeTypes(entries);
writeManifest();
console.log(dist);
