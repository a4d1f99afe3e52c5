import { idempotencyKeyFault } from '@authly/contract/field-rules';
import { ApiError } from '../api-error.ts';
import type { ApiCall } from '../call.ts';

/** 400 for a key that the contract does not allow. */
export function idempotencyKey(call: ApiCall): string | undefined {
  const key = call.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  const fault = idempotencyKeyFault(key);
  if (fault !== undefined) throw new ApiError('invalid_request', fault);
  return key;
}
