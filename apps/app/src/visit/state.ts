import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';
import type { FinalStatus } from '@authly/contract/states';
import type { Capture } from '../worker/messages.ts';

export type ScreenName =
  /** Opened without a link. */
  | 'idle'
  | 'joining'
  /** The link has expired or is not a link. */
  | 'invalid-link'
  /** Another app has already joined. */
  | 'taken'
  | 'unreachable'
  /** This browser lacks something that the app needs. */
  | 'unsupported'
  /** The session asks for another biometric than a finger. */
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
  /** The last call got no response; the page tries again. */
  readonly offline: boolean;
  /** The sandbox offers synthetic fingers. */
  readonly sandbox: boolean;
  readonly claim?: ClaimResponse;
  readonly finger?: Finger;
  /** The accepted captures, in order. */
  readonly captures: readonly Capture[];
  /** The capture under review. */
  readonly latest: Capture | undefined;
  /** The failure that this app reported. */
  readonly reported?: AppFailureReason;
  /** The app was opened by a link on the device that shows the hosted page. */
  readonly sameDevice?: true;
  readonly status?: FinalStatus;
  /** Why it failed. */
  readonly failureCode?: string;
}
