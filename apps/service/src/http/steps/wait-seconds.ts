import { WAIT_PATTERN, WAIT_RULE } from '@authly/contract/result';
import { ApiError } from '../api-error.ts';

const PATTERN = new RegExp(WAIT_PATTERN);

/** How long a long poll may take, in milliseconds; 400 beyond the bounds of the contract. */
export function waitMs(wait: string | undefined): number {
  if (wait !== undefined && !PATTERN.test(wait)) throw new ApiError('invalid_request', WAIT_RULE);
  return Number(wait ?? 0) * 1000;
}
