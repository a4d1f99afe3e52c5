import { hasTooManyParts } from '@authly/contract/wire/json-structure';
import { LIMITS } from '@authly/contract/wire/limits';
import { JSON_BODY } from '@authly/contract/operation-table';
import { ApiError, orRefuse } from '../../http/api-error.ts';
import type { ApiCall } from '../call.ts';
import { requireContentType } from './fields.ts';
import type { Shape } from '../../http/shape.ts';
import { noteUnknown } from './warnings.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const NOT_JSON = 'The body is not JSON in UTF-8.';

/** 400 unless the body is JSON in UTF-8, of this shape, and storable. */
export async function jsonBody<T>(call: ApiCall, asShape: Shape<T>): Promise<T> {
  requireContentType(call, JSON_BODY);
  const body = await call.body.read();
  const text = orRefuse(NOT_JSON, () => utf8.decode(body));
  if (hasTooManyParts(text))
    throw new ApiError('invalid_request', `The body has more than ${LIMITS.jsonStructure} fields and values.`);
  const value = orRefuse(NOT_JSON, (): unknown => JSON.parse(text));
  noteUnknown(call, 'field', value, asShape.fields);
  return asShape(value);
}
