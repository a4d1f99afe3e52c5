import { WAIT_PATTERN } from '@authly/contract/result';
import { ApiError } from '../api-error.ts';

const PATTERN = new RegExp(WAIT_PATTERN);

/** How long a long poll may take, in milliseconds; 400 beyond 0 to 25 s. */
export function waitMs(wait: string | undefined): number {
  if (wait !== undefined && !PATTERN.test(wait))
    throw new ApiError('invalid_request', 'wait must be a whole number of seconds from 0 to 25.');
  return Number(wait ?? 0) * 1000;
}
