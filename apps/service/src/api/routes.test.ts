import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATION_NAMES } from '@authly/contract/operations';
import { expect, it } from 'vitest';
import { ENDPOINTS } from './generated/routes.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Files that contain the name of an operation for another reason. */
const OTHERS = new Set([
  'apps/service/src/operator/actions/sandbox.ts',
  'apps/service/src/cli/commands/doctor-service.ts',
  'apps/service/src/sandbox/try-it/sandbox-caller.ts',
  'apps/service/src/keys/rotation-notice.ts',
  'packages/contract/src/catalogue/bio-openapi.ts',
  'packages/contract/src/catalogue/openapi.ts',
]);
const GENERATED = new Set([
  'packages/contract/src/wire/generated/operations.ts',
  'apps/service/src/api/generated/routes.ts',
]);

const sources = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'packages/contract/src', 'apps/service/src'],
  { cwd: root },
)
  .toString()
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !OTHERS.has(path) && !GENERATED.has(path))
  .filter((path) => existsSync(join(root, path)))
  // A comment may name an operation.
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '') }));

it('every operation of the contract has an endpoint, in the order of its table', () => {
  expect(Object.keys(ENDPOINTS)).toEqual(OPERATION_NAMES);
});

it.each(OPERATION_NAMES)('%s takes three hand-written files: operation, catalogue, endpoint', (name) => {
  const file = `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  // A text may link to an operation.
  const named = new RegExp(`(?<!#)\\b${name}\\b`);
  expect(sources.filter(({ code }) => named.test(code)).map(({ path }) => path)).toEqual([
    `apps/service/src/api/endpoints/${file}`,
    ...[
      `packages/contract/src/${name === 'appCallback' ? 'captures' : 'operations'}/${file}`,
      'packages/contract/src/catalogue/operations.ts',
    ].toSorted(),
  ]);
});
