import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';
import type { FinalStatus } from '@authly/contract/states';
import type { Capture } from '../worker/messages.ts';

export type ScreenName =
  /** Opened without a link. */
  | 'idle'
  | 'joining'
  | 'invalid-link'
  /** Another app has already joined. */
  | 'taken'
  | 'unreachable'
  | 'unsupported'
  | 'other-type'
  | 'compare'
  | 'consent'
  | 'finger'
  | 'capture'
  | 'reading'
  | 'review'
  | 'sending'
  | 'ended';

export interface VisitState {
  readonly screen: ScreenName;
  readonly offline: boolean;
  readonly sandbox: boolean;
  readonly claim?: ClaimResponse;
  readonly finger?: Finger;
  readonly captures: readonly Capture[];
  /** The capture under review. */
  readonly latest: Capture | undefined;
  readonly reported?: AppFailureReason;
  /** Opened by a link on the device that shows the hosted page. */
  readonly sameDevice?: true;
  readonly status?: FinalStatus;
  readonly failureCode?: string;
}
