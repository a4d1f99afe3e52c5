import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import wabt from 'wabt';

export const KERNELS_PATH = 'packages/fingerprint/src/kernels/module.ts';

/** The engine's kernels, assembled: the same text gives the same bytes everywhere. */
export async function kernelsText(root: string): Promise<string> {
  const assembler = await wabt();
  const assembled = (file: string): string => {
    const source = join(root, dirname(KERNELS_PATH), file);
    const module = assembler.parseWat(source, readFileSync(source, 'utf8'), { simd: true, bulk_memory: true });
    module.validate();
    const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
    return base64
      .match(/.{1,100}/g)!
      .map((line) => `  '${line}',`)
      .join('\n');
  };
  return [
    '// Made of kernels.wat and comparison.wat by `npm run generate`.',
    ...Object.entries({ EXTRACTION: 'kernels.wat', COMPARISON: 'comparison.wat' }).map(
      ([name, file]) => `// biome-ignore format: bytes\nexport const ${name} = [\n${assembled(file)}\n].join('');`,
    ),
    '',
  ].join('\n');
}
