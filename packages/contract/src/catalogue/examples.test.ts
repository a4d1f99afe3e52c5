import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { operationPath } from '../wire/operation-path.ts';
import { OPERATION_DETAILS } from './operations.ts';
import { OPERATION_NAMES } from '../wire/generated/operation-table.ts';

describe.each(OPERATION_NAMES)('the example of %s', (name) => {
  const { example, ...schemas } = OPERATION_DETAILS[name];
  const { parameters, query, body, answer } = example;

  it('matches the schemas of body and query, and has every path parameter', () => {
    expect(body !== undefined).toBe(schemas.request !== undefined);
    if (schemas.request) expect([...Value.Errors(schemas.request, body)]).toEqual([]);
    if (schemas.query) expect([...Value.Errors(schemas.query, Value.Convert(schemas.query, query ?? {}))]).toEqual([]);
    expect(operationPath(name, parameters)).not.toContain('{');
  });

  it('has an answer with only the fields of its schema', () => {
    expect([...Value.Errors(schemas.response, answer)]).toEqual([]);
    expect(Value.Clean(schemas.response, structuredClone(answer))).toEqual(answer);
  });
});
