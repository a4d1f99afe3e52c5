import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';

export const KERNELS_PATH = 'packages/fingerprint/src/kernels/module.ts';

/** The engine's kernels, assembled: the same text gives the same bytes everywhere. */
export async function kernelsText(root: string): Promise<string> {
  const source = join(root, 'packages/fingerprint/src/kernels/kernels.wat');
  const assembler = await wabt();
  const module = assembler.parseWat(source, readFileSync(source, 'utf8'), { simd: true, bulk_memory: true });
  module.validate();
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = base64.match(/.{1,100}/g)!.map((line) => `  '${line}',`);
  return `// Made of kernels.wat by \`npm run generate\`.\n// biome-ignore format: bytes\nexport const MODULE = [\n${lines.join('\n')}\n].join('');\n`;
}
