import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';
import type { FinalStatus } from '@authly/contract/states';
import type { Touch } from '../worker/messages.ts';

export type ScreenName =
  /** Opened without a link. */
  | 'idle'
  | 'joining'
  /** The link is too old or was never one. */
  | 'invalid-link'
  /** Another app was first. */
  | 'taken'
  | 'unreachable'
  /** This browser can do nothing of what is needed. */
  | 'unsupported'
  /** The session is about something else than a finger. */
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
  /** No answer came to the last call; the page tries again by itself. */
  readonly offline: boolean;
  /** The sandbox has a drawer of synthetic fingers. */
  readonly sandbox: boolean;
  readonly claim?: ClaimResponse;
  readonly finger?: Finger;
  /** Good ones, in the order they were taken. */
  readonly touches: readonly Touch[];
  /** The one that is being looked at. */
  readonly latest: Touch | undefined;
  /** What this app itself reported as the reason of the end. */
  readonly reported?: AppFailureReason;
  /** The app was opened by a link on the device that shows the hosted page. */
  readonly sameDevice?: true;
  readonly status?: FinalStatus;
  /** Why it failed. */
  readonly failureCode?: string;
}
