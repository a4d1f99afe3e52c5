import { LIMITS } from '@authly/contract/limits';
import { ApiError } from '../api-error.ts';
import type { Call } from '../call.ts';

const VISIBLE_ASCII = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyChars}}$`);

/** 400 for a key that is not 1 to 255 visible ASCII characters. */
export function idempotencyKey(call: Call): string | undefined {
  const key = call.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) {
    throw new ApiError(
      'invalid_request',
      `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyChars} visible ASCII characters.`,
    );
  }
  return key;
}
