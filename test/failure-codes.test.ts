import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@authly/contract/errors';
import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Files that contain a code for another reason. */
const OTHERS = [
  // An app reports three codes wherever the person stops, as a merchant's own app does.
  /^apps\/app\/src\//,
  /^packages\/reader\/src\//,
  // The demo's choice of outcomes.
  /^apps\/shop\/page\/main\.ts$/,
  // A lookup without an enrollment is also a good answer of a Bio API.
  /\/(?:attempt-notes|bio-answer-words|count-from-zero|merchant-probe|overview)\.ts$/,
];

const sources = globSync('{apps,packages,tools}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/{node_modules,dist}'] })
  .filter((path) => !/\.test\.ts$|\/(?:test|generated)\//.test(path))
  .filter((path) => !OTHERS.some((each) => each.test(path)))
  .map((path) => ({ path, code: read(path) }));

const allowed = Number(/^\| failure code \| (\d+) \|/m.exec(read('CONTRIBUTING.md'))![1]);

// An error of the API has the name of one failure code.
const codes = Object.keys(FAILURE_CODES).filter((code) => !(code in ERRORS));

it.each(codes)('%s takes at most the hand-written files that CONTRIBUTING.md allows', (code) => {
  const literal = new RegExp(`'${code}'|^ +(?:failure_)?${code}:`, 'm');
  const files = sources.filter((source) => literal.test(source.code)).map(({ path }) => path);
  expect(files).toContain('packages/contract/src/wire/failure-codes.ts');
  expect(files.length, `files with ${code}:\n${files.join('\n')}\n`).toBeLessThanOrEqual(allowed);
});
