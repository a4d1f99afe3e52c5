import type { FailureGroup } from '@authly/contract/wire/failure-codes';
import { failureGroupOf } from '@authly/contract/wire/generated/failure-groups';
import type { Finger } from '@authly/contract/wire/fingers';
import type { ResultResponse, SucceededVerification } from './result-response.ts';

/** A verification that matched. */
export type MatchedVerification = SucceededVerification & { readonly result: { readonly matched: true } };

/** True only for a succeeded verification that matched. False for everything else, including unknown statuses. */
export function isMatch(response: ResultResponse): response is MatchedVerification {
  return response.status === 'succeeded' && response.mode === 'verify' && isTrue(response.result, 'matched');
}

/** The finger of a succeeded enrollment, for later verifications. Otherwise undefined. */
export function enrolledFinger(response: ResultResponse): Finger | undefined {
  return response.status === 'succeeded' && response.mode === 'enroll' && isTrue(response.result, 'enrolled')
    ? response.result.payload.finger
    : undefined;
}

/** What the user of a failed or expired session can do next: one message a group is enough. Otherwise undefined. */
export const failureGroup = ({ failure_code }: ResultResponse): FailureGroup | undefined =>
  failure_code === undefined ? undefined : failureGroupOf(failure_code);

const isTrue = (result: object | null, name: string): boolean =>
  result !== null && Object.entries(result).some(([field, value]) => field === name && value === true);
