import { waitFault } from '@authly/contract/field-rules';
import { ApiError } from '../api-error.ts';

/** How long a long poll may take, in milliseconds; 400 beyond the bounds of the contract. */
export function waitMs(wait: string = '0'): number {
  const fault = waitFault(wait);
  if (fault !== undefined) throw new ApiError('invalid_request', fault);
  return Number(wait) * 1000;
}
