import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { OPERATION_EXAMPLES } from './operation-examples.ts';
import { operationPath } from './operation-path.ts';
import { OPERATION_SCHEMAS } from './operation-schemas.ts';
import { OPERATION_NAMES } from './operations.ts';

describe.each(OPERATION_NAMES)('the example of %s', (name) => {
  const { parameters, query, body, answer } = OPERATION_EXAMPLES[name];
  const schemas = OPERATION_SCHEMAS[name];

  it('has the body and the query that its schemas ask for, and every parameter of its path', () => {
    expect(body !== undefined).toBe(schemas.body !== undefined);
    if (schemas.body) expect([...Value.Errors(schemas.body, body)]).toEqual([]);
    if (schemas.query) expect([...Value.Errors(schemas.query, query ?? {})]).toEqual([]);
    expect(operationPath(name, parameters)).not.toContain('{');
  });

  it('is answered as its schema says, with no field that the schema does not know', () => {
    expect([...Value.Errors(schemas.answer, answer)]).toEqual([]);
    expect(Value.Clean(schemas.answer, structuredClone(answer))).toEqual(answer);
  });
});
