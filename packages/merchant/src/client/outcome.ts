import type { Finger } from '@authly/contract/fingers';
import type { ResultResponse } from './result-response.ts';

/** True only for a verification that ended and matched. Anything else, an unknown status of the future included, is false. */
export function isMatch(response: ResultResponse): boolean {
  // The answer came over the network: its result may be anything.
  return response.status === 'succeeded' && response.mode === 'verify' && isTrue(response.result, 'matched');
}

/** The finger that an enrollment ended with: what later verifications must ask for. Undefined unless it succeeded. */
export function enrolledFinger(response: ResultResponse): Finger | undefined {
  return response.status === 'succeeded' && response.mode === 'enroll' && isTrue(response.result, 'enrolled')
    ? response.result.payload.finger
    : undefined;
}

const isTrue = (result: object | null, name: string): boolean =>
  result !== null && Object.entries(result).some(([field, value]) => field === name && value === true);
