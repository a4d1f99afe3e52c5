import { hasTooManyParts } from '@authly/contract/wire/json-structure';
import { attempted } from '../runtime/attempted.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined if it is not JSON in UTF-8, or exceeds the contract's limit of parts. */
export const parseJson = (body: Uint8Array): unknown =>
  attempted((): unknown => {
    const text = utf8.decode(body);
    return hasTooManyParts(text) ? undefined : JSON.parse(text);
  });
