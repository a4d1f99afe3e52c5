import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { COMPILED_CONSTANTS } from '../../packages/fingerprint/src/constants.ts';

const PACKAGE = 'packages/fingerprint';
const CONSTANTS_PATH = `${PACKAGE}/assembly/constants.ts`;
const MODULE_PATH = `${PACKAGE}/src/kernels/module.ts`;

const COMPILER = 'assemblyscript@0.28.20';
// biome-ignore format: one line
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--noExportMemory', '--disableWarning', '112'];

/** The engine's kernels: the constants they share with TypeScript, and what the compiler makes of both. */
export function kernelFiles(root: string, mayCompile: boolean): [path: string, text: string][] {
  const constants = constantsText();
  const hash = hashOf(root, constants);
  const path = join(root, MODULE_PATH);
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
  // The compiler is large and runs only when a source has changed: `npm ci` and `npm test` do without it.
  const isCurrent = committed.includes(`'${hash}'`);
  const text = isCurrent ? committed : mayCompile ? moduleText(root, hash, constants) : '';
  return [
    [CONSTANTS_PATH, constants],
    [MODULE_PATH, text],
  ];
}

function constantsText(): string {
  const lines = Object.entries(COMPILED_CONSTANTS).flatMap(([name, values]) =>
    Object.entries(values).flatMap(([key, value]) =>
      typeof value === 'number' ? [`export const ${name}_${key}: f64 = ${value};`] : [],
    ),
  );
  return ['// Made of src/constants.ts by `npm run generate`.', ...lines, ''].join('\n');
}

function hashOf(root: string, constants: string): string {
  const folder = join(root, PACKAGE, 'assembly');
  const hash = createHash('sha256').update(JSON.stringify([COMPILER, FLAGS, constants]));
  for (const file of readdirSync(folder).sort())
    if (file !== basename(CONSTANTS_PATH)) hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

function moduleText(root: string, hash: string, constants: string): string {
  writeFileSync(join(root, CONSTANTS_PATH), constants);
  const out = mkdtempSync(join(tmpdir(), 'kernels-'));
  try {
    const compile = ['--yes', `--package=${COMPILER}`, 'asc', 'assembly/index.ts', ...FLAGS];
    const outputs = ['--bindings', 'raw', '-o', join(out, 'kernels.wasm')];
    execFileSync('npx', [...compile, ...outputs], { cwd: join(root, PACKAGE), stdio: 'inherit' });
    const binary = readFileSync(join(out, 'kernels.wasm')).toString('base64');
    const types = readFileSync(join(out, 'kernels.d.ts'), 'utf8').matchAll(/export function (.*;)/g);
    return [
      '// Compiled from assembly/ by `npm run generate`.',
      '/** Of the sources, the compiler and its flags. */',
      `export const SOURCE_SHA256 = '${hash}';`,
      '',
      '/** Addresses are bytes into the memory that the kernels are given. */',
      '// biome-ignore format: one kernel a line',
      'export interface Kernels {',
      ...Array.from(types, ([, signature]) => `  ${signature}`),
      '}',
      '',
      '// biome-ignore format: bytes',
      'export const WASM = [',
      ...binary.match(/.{1,160}/g)!.map((line) => `  '${line}',`),
      "].join('');",
      '',
    ].join('\n');
  } finally {
    rmSync(out, { recursive: true });
  }
}
