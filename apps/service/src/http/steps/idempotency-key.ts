import { idempotencyKeyFault } from '@authly/contract/field-rules';
import { ApiError } from '../api-error.ts';
import type { Call } from '../call.ts';

/** 400 for a key that the contract does not allow. */
export function idempotencyKey(call: Call): string | undefined {
  const key = call.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  const fault = idempotencyKeyFault(key);
  if (fault !== undefined) throw new ApiError('invalid_request', fault);
  return key;
}
