import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operations';

/** Where paths may stand: the contract's table, and what speaks the wire from outside to see that the table is right. */
const TABLE = 'packages/contract/src/operations.ts';
/** Two columns of it for the hosted page's calls, which the table itself takes from there. */
const HOSTED_COLUMNS = 'packages/contract/src/hosted/calls.ts';
const TESTS = /(?:^|\/)test\/|\.test\.tsx?$/;
/** A stranger's code, which has nothing of ours to import. */
const EXAMPLES = /^examples\//;
const SOURCES = /\.(?:ts|tsx|mjs)$/;

/** The beginnings that all paths of the table share: up to the version, where there is one. */
const BEGINNINGS = [
  ...new Set(
    [...Object.values(OPERATIONS), ...Object.values(BIO_OPERATIONS)].map(
      ({ path }) => /\/v\d+\//.exec(path)?.[0] ?? path,
    ),
  ),
];

/** A path of OpenTelemetry's, which begins as ours do. */
const OTHERS = '/v1/traces';

/** Every line that writes down a path of the wire instead of taking it from the contract's table. */
export function routePaths(file: string, read: () => string): string[] {
  if (!SOURCES.test(file) || TESTS.test(file) || EXAMPLES.test(file) || file === TABLE || file === HOSTED_COLUMNS)
    return [];
  return read()
    .split('\n')
    .flatMap((line, index) => {
      const path = BEGINNINGS.find((beginning) => line.replaceAll(OTHERS, '').includes(beginning));
      return path === undefined ? [] : [`${file}:${index + 1}: writes down ${path}…; take the path from ${TABLE}`];
    });
}
