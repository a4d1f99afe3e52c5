import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operation-table';
import { describe, expect, it } from 'vitest';
import { routePaths } from './route-paths.ts';

const SOURCE = 'apps/service/src/api/server.ts';
const paths = [...Object.values(OPERATIONS), ...Object.values(BIO_OPERATIONS)].map(({ path }) => path);

describe('a path of the wire', () => {
  it.each(paths)('%s is found outside the table, in code and in a comment', (path) => {
    expect(routePaths(SOURCE, () => `const a = 1;\nconst path = '${path}';`)).toEqual([
      expect.stringContaining(`${SOURCE}:2: writes down`),
    ]);
    expect(routePaths(SOURCE, () => `/** GET ${path} */`)).toHaveLength(1);
  });

  it('of OpenTelemetry is allowed', () => {
    expect(routePaths(SOURCE, () => 'post(`${collector}/v1/traces`);')).toEqual([]);
  });

  it('is found by its beginning', () => {
    expect(routePaths(SOURCE, () => 'fetch(`/hosted/v1/${what}`);')).toHaveLength(1);
  });

  it.each([
    'packages/contract/src/wire/generated/operation-table.ts',
    'packages/contract/src/operations/issue-token.ts',
    'apps/service/src/api/server.service.test.ts',
    'test/journeys/shop.ts',
  ])('is allowed in %s', (file) => {
    expect(routePaths(file, () => `const path = '${paths[0]}';`)).toEqual([]);
  });
});
