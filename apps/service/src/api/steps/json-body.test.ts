import { Type } from 'typebox';
import { expect, it, vi } from 'vitest';
import { LIMITS } from '@authly/contract/wire/limits';
import type { ApiCall } from '../call.ts';
import { jsonBody } from './json-body.ts';
import { shape } from '../../http/shape.ts';

const callOf = (body: string): ApiCall =>
  ({
    headers: { 'content-type': 'application/json' },
    body: { read: async () => Buffer.from(body) },
  }) as unknown as ApiCall;
const anything = shape(Type.Unknown());
const list = (parts: number): string => `[${Array.from({ length: parts }, () => '1').join(',')}]`;

it(`${LIMITS.jsonStructure} parts are read`, async () => {
  expect(await jsonBody(callOf(list(LIMITS.jsonStructure)), anything)).toHaveLength(LIMITS.jsonStructure);
});

it('one part more is 400 invalid_request, before parsing', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  await expect(jsonBody(callOf(list(LIMITS.jsonStructure + 1)), anything)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'The body has more than 4000 fields and values.',
  });
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
