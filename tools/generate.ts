// `npm run generate`: writes what comes from code: tables and values in the docs, drawings, OpenAPI, signature vectors, the words
// of each page in every language, the engine's kernels.
// `--check` writes nothing and fails when a committed file differs from what the code says now.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawings } from './generate/drawings.ts';
import { filledFiles } from './generate/fill.ts';
import { kernelFiles } from './generate/kernels.ts';
import { openApiFiles } from './generate/openapi.ts';
import { signatureVectorsText } from './generate/signature-vectors.ts';
import { wordsText } from './generate/words.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

const files = new Map<string, string>([
  ...kernelFiles(root, !check),
  ...filledFiles(root),
  ...openApiFiles(),
  ...drawings(),
  ['packages/contract/signature-vectors.json', signatureVectorsText()],
  ['packages/ui/src/words/words.ts', wordsText()],
]);
const stale = [...files].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
);

if (check && stale.length > 0) {
  console.error(
    `Out of date: ${stale.map(([path]) => path).join(', ')}\nRun "npm run generate" and commit what it writes.`,
  );
  process.exit(1);
}
for (const [path, text] of stale) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}
console.log(check ? `${files.size} generated files are up to date` : 'done');
