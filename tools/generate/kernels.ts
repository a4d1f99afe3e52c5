import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILED_CONSTANTS } from '../../packages/fingerprint/src/constants.ts';

const PACKAGE = 'packages/fingerprint';
/** Runs as a program, because its types would redefine those of the repository. */
const COMPILER = fileURLToPath(import.meta.resolve('assemblyscript/bin/asc.js'));
// biome-ignore format: one line
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--noExportMemory', '--disableWarning', '112', '--bindings', 'raw'];

export function kernelFiles(root: string, check: boolean): [path: string, text: string][] {
  const constants = constantsText();
  const path = `${PACKAGE}/assembly/generated/constants.ts`;
  // The compiler reads them from the disk.
  if (!check) writeFileSync(join(root, path), constants);
  return [
    [path, constants],
    [`${PACKAGE}/src/kernels/generated/module.ts`, moduleText(compile(join(root, PACKAGE)))],
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

function compile(folder: string) {
  using out = mkdtempDisposableSync(join(tmpdir(), 'kernels-'));
  const wasm = join(out.path, 'kernels.wasm');
  const args = [COMPILER, 'assembly/index.ts', ...FLAGS, '-o', wasm];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  return { binary: readFileSync(wasm), types: readFileSync(join(out.path, 'kernels.d.ts'), 'utf8') };
}

function moduleText({ binary, types }: ReturnType<typeof compile>): string {
  const signatures = types.matchAll(/export function (.*;)/g);
  const lines = binary.toString('base64').match(/.{1,160}/g)!;
  return [
    '// Compiled from assembly/ by `npm run generate`.',
    '',
    '/** Addresses are bytes into the memory that the kernels are given. */',
    '// biome-ignore format: one kernel a line',
    'export interface Kernels {',
    ...Array.from(signatures, ([, signature]) => `  ${signature}`),
    '}',
    '',
    '// biome-ignore format: bytes',
    'export const WASM = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}
