import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main as compile } from 'assemblyscript/asc';
import { COMPILED_CONSTANTS } from '../../packages/fingerprint/src/constants.ts';

const PACKAGE = 'packages/fingerprint';
const CONSTANTS = 'assembly/constants.ts';
// biome-ignore format: one line
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--noExportMemory', '--disableWarning', '112', '--bindings', 'raw'];

/** The engine's kernels: the constants that they share with TypeScript, and the binary that the locked compiler makes of both. */
export async function kernelFiles(root: string): Promise<[path: string, text: string][]> {
  const constants = constantsText();
  const outputs = await compiled(join(root, PACKAGE), constants);
  return [
    [`${PACKAGE}/${CONSTANTS}`, constants],
    [`${PACKAGE}/src/kernels/module.ts`, moduleText(outputs)],
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

interface Outputs {
  readonly binary: Uint8Array;
  readonly types: string;
}

async function compiled(folder: string, constants: string): Promise<Outputs> {
  const written = new Map<string, Uint8Array | string>();
  const { error, stderr } = await compile(['assembly/index.ts', ...FLAGS, '-o', 'kernels.wasm'], {
    readFile: (name) => (name === CONSTANTS ? constants : sourceOf(join(folder, name))),
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => null,
  });
  if (error) throw new Error(`The kernels do not compile.\n${stderr.toString()}`, { cause: error });
  return { binary: written.get('kernels.wasm') as Uint8Array, types: written.get('kernels.d.ts') as string };
}

/** Null tells the compiler to try another place. */
function sourceOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function moduleText({ binary, types }: Outputs): string {
  const signatures = types.matchAll(/export function (.*;)/g);
  const lines = Buffer.from(binary)
    .toString('base64')
    .match(/.{1,160}/g)!;
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
