// `npm run generate`: writes the files that are derived from code. `--check` writes nothing and fails if a committed file is stale.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeText } from './files.ts';
import { contractTables } from './generate/contract-tables.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

// First, because everything below imports these tables.
const tables = contractTables();
writeUnlessCheck(tables);
const { filledFiles } = await import('./generate/fill.ts');
const { kernelFiles } = await import('./generate/kernels.ts');
const { wholeFiles } = await import('./generate/whole-files.ts');
const files: [path: string, text: string][] = [
  ...tables,
  ...kernelFiles(root, check),
  ...filledFiles(root),
  ...wholeFiles(root),
];

const stale = staleOf(files);
if (check && stale.length > 0) {
  console.error(
    `Out of date: ${stale.map(([path]) => path).join(', ')}\nRun "npm run generate" and commit what it writes.`,
  );
  process.exit(1);
}
writeUnlessCheck(stale);
console.log(check ? `${files.length} generated files are up to date` : 'done');

function staleOf(generated: readonly [path: string, text: string][]): [path: string, text: string][] {
  return generated.filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
}

function writeUnlessCheck(generated: readonly [path: string, text: string][]): void {
  if (check) return;
  for (const [path, text] of staleOf(generated)) {
    writeText(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
