import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import type { Finger } from '@authly/contract/wire/fingers';
import type { FinalStatus } from '@authly/contract/wire/states';
import type { Capture } from '../worker/messages.ts';

export type ScreenName =
  | 'idle'
  | 'joining'
  | 'invalid-link'
  | 'taken'
  | 'unreachable'
  | 'unsupported'
  | 'other-type'
  | 'number'
  | 'consent'
  | 'finger'
  | 'capture'
  | 'reading'
  | 'review'
  | 'device'
  | 'sending'
  | 'ended';

export const OVER: ReadonlySet<ScreenName> = new Set(['ended', 'invalid-link', 'taken', 'unsupported', 'other-type']);

/** A word of the page. */
export type NumberProblem = 'number_wrong' | 'action_failed';

export interface VisitState {
  readonly screen: ScreenName;
  readonly offline: boolean;
  readonly sandbox: boolean;
  readonly claim?: ClaimResponse;
  /** Why the number of the join check is still needed. */
  readonly numberProblem?: NumberProblem | undefined;
  readonly finger?: Finger;
  readonly captures: readonly Capture[];
  readonly latest: Capture | undefined;
  /** The browser's prompt for a passkey. */
  readonly prompt?: 'open' | 'failed' | undefined;
  /** While a question is open nothing is captured and nothing is sent. */
  readonly question?: { readonly link: string } | { readonly reason: AppFailureReason } | undefined;
  readonly reported?: AppFailureReason;
  readonly sameDevice?: true;
  readonly status?: FinalStatus;
  readonly failureCode?: string;
}
