import { ResultResponse } from '@authly/contract/operations/read-result';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { fieldRows } from './fields.ts';

it('lists shared fields once and the fields of each variant with its name', () => {
  const rows = fieldRows(ResultResponse).filter(([name]) => name!.startsWith('`result'));
  expect(rows.map(([name, type, when]) => [name, type, when])).toEqual([
    ['`result`', 'object or null', 'yes'],
    ['`result.enrolled`', 'boolean', 'after an enrollment'],
    ['`result.payload`', 'object', 'yes'],
    ['`result.payload.finger`', 'string', 'yes'],
    ['`result.device`', 'string', 'no'],
    ['`result.completed_at`', 'string', 'yes'],
    ['`result.matched`', 'boolean', 'after a verification'],
  ]);
});

it('a required field of an optional object is not required', () => {
  const schema = Type.Object({ outer: Type.Optional(Type.Object({ inner: Type.String() })) });
  expect(fieldRows(schema).map(([name, , required]) => [name, required])).toEqual([
    ['`outer`', 'no'],
    ['`outer.inner`', 'no'],
  ]);
});
