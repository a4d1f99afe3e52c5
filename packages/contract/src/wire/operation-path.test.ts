import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPathSegment, matchPath, operationPath } from './operation-path.ts';
import { OPERATIONS } from './generated/operation-table.ts';

describe('the path of an operation', () => {
  it('without parameters equals the table’s', () => {
    expect(operationPath('issueToken')).toBe(OPERATIONS.issueToken.path);
  });

  it('has its parameters filled in', () => {
    expect(operationPath('cancelSession', { session_id: 'ses_1' })).toBe('/v1/sessions/ses_1/cancel');
  });

  it.each([
    ['a/b', '/v1/sessions/a%2Fb/result'],
    ['../../oauth', '/v1/sessions/..%2F..%2Foauth/result'],
    ['a?b#c d', '/v1/sessions/a%3Fb%23c%20d/result'],
  ])('keeps %j in its place', (id, path) => {
    expect(operationPath('readResult', { session_id: id })).toBe(path);
  });

  it.each(['', '.', '..'])('refuses %j, which no escape keeps in its place', (id) => {
    expect(() => operationPath('readResult', { session_id: id })).toThrow('readResult needs a session_id.');
  });

  it('refuses a parameter that is missing', () => {
    expect(() => operationPath('readResult')).toThrow(TypeError);
  });

  it('is parsed back into any parameters', () => {
    const ids = fc
      .array(fc.integer({ min: 1, max: 0x10ffff }), { minLength: 1 })
      .map((points) => String.fromCodePoint(...points))
      .filter((id) => isPathSegment(id) && id.isWellFormed());
    fc.assert(
      fc.property(ids, (id) => {
        const found = matchPath('readResult', operationPath('readResult', { session_id: id }));
        expect(decodeURIComponent(found?.['session_id'] ?? '')).toBe(id);
        expect(new URL(`https://x.test${operationPath('readResult', { session_id: id })}`).pathname).toMatch(
          /^\/v1\/sessions\/[^/]+\/result$/,
        );
      }),
    );
  });

  it('of another operation does not match', () => {
    expect(matchPath('readResult', '/v1/sessions/ses_1/cancel')).toBeUndefined();
    expect(matchPath('readResult', '/v1/sessions/a/b/result')).toBeUndefined();
    expect(matchPath('listSigningKeys', OPERATIONS.listSigningKeys.path)).toEqual({});
  });
});
