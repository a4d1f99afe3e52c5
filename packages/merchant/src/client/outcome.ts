import type { Finger } from '@authly/contract/fingers';
import type { ResultResponse } from '@authly/contract/operations/read-result';

/** True only for a verification that ended and matched. Anything else, an unknown status of the future included, is false. */
export function isMatch({ status, mode, result }: ResultResponse): boolean {
  return status === 'succeeded' && mode === 'verify' && result !== null && 'matched' in result && result.matched;
}

/** The finger that an enrollment ended with: what later verifications must ask for. Undefined unless it succeeded. */
export function enrolledFinger({ status, mode, result }: ResultResponse): Finger | undefined {
  return status === 'succeeded' && mode === 'enroll' && result !== null && 'enrolled' in result
    ? result.payload.finger
    : undefined;
}
