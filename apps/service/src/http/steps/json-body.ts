import { JSON_BODY } from '@authly/contract/operations';
import { isStorableJson } from '@authly/contract/wire-text';
import { ApiError } from '../api-error.ts';
import type { Call } from '../call.ts';
import { requireContentType } from './content-type.ts';
import type { Shape } from './shape.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** 400 unless the body is JSON in UTF-8, fit to be stored, and of this shape. */
export function jsonBody<T>(call: Call, asShape: Shape<T>): T {
  requireContentType(call, JSON_BODY);
  const value = parse(call.body);
  if (!isStorableJson(value))
    throw new ApiError('invalid_request', 'The body holds U+0000, a lone surrogate or too deep a nesting.');
  return asShape(value);
}

function parse(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new ApiError('invalid_request', 'The body is not JSON in UTF-8.');
  }
}
