import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operation-table';

/** Files that may contain paths: the contract's operations, and tests that call the service from outside. */
const TABLE = 'packages/contract/src/wire/generated/operation-table.ts';
const OPERATION_FILES = /^packages\/contract\/src\/(?:operations|captures)\//;
const TESTS = /(?:^|\/)test\/|\.test\.tsx?$/;
const SOURCES = /\.(?:ts|tsx|mjs)$/;

const BEGINNINGS = [
  ...new Set(
    [...Object.values(OPERATIONS), ...Object.values(BIO_OPERATIONS)].map(
      ({ path }) => /\/v\d+\//.exec(path)?.[0] ?? path,
    ),
  ),
];

/** A path of OpenTelemetry with the same beginning. */
const OTHERS = '/v1/traces';

export function routePaths(file: string, read: () => string): string[] {
  if (!SOURCES.test(file) || TESTS.test(file) || file === TABLE || OPERATION_FILES.test(file)) return [];
  return read()
    .split('\n')
    .flatMap((line, index) => {
      const path = BEGINNINGS.find((beginning) => line.replaceAll(OTHERS, '').includes(beginning));
      return path === undefined ? [] : [`${file}:${index + 1}: writes down ${path}…; take the path from ${TABLE}`];
    });
}
