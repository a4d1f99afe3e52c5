// `npm run generate`: writes what comes from code: tables and values in Markdown, drawings, OpenAPI, signature vectors, versions, the
// words of each page in every language, the engine's kernels.
// `--check` writes nothing and fails when a committed file differs from what the code says now.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractTables } from './generate/contract-tables.ts';
import { wordsText } from './generate/words.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

// First, because everything below imports the tables: it must see an operation that is new.
const tables = contractTables();
writeUnlessCheck(tables);
const { drawings } = await import('./generate/drawings.ts');
const { filledFiles } = await import('./generate/fill.ts');
const { kernelFiles } = await import('./generate/kernels.ts');
const { openApiFiles } = await import('./generate/openapi.ts');
const { screens } = await import('./generate/screens.ts');
const { signatureVectorsText } = await import('./generate/signature-vectors.ts');
const { versionFiles } = await import('./generate/versions.ts');
const files: [path: string, text: string][] = [
  ...tables,
  ...kernelFiles(root, !check),
  ...filledFiles(root),
  ...openApiFiles(),
  ...drawings(),
  ...screens(root),
  ...versionFiles(root),
  ['packages/contract/signature-vectors.json', signatureVectorsText()],
  ['packages/ui/src/words/words.ts', wordsText()],
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
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
