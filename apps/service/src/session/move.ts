import { DEFAULT_CANCEL_REASON } from '@authly/contract/operations/cancel-session';
import type { AppFailureReason, FailureCode } from '@authly/contract/failure-codes';
import { processingAllowanceMs } from '@authly/contract/session-times';
import { isFinal, type SessionStatus } from '@authly/contract/states';
import type { Instant, Join, Outcome, Session } from './session.ts';
import { transitionFor, type SessionEvent, type Transition } from './transitions.ts';

export type SessionInput =
  | { readonly event: 'open' | 'process' | 'expire' | 'interrupt' }
  | { readonly event: 'claim'; readonly join: Join }
  | { readonly event: 'callback'; readonly processingDeadline: Instant }
  | { readonly event: 'succeed'; readonly outcome: Outcome }
  | { readonly event: 'fail'; readonly failureCode: FailureCode }
  | { readonly event: 'app_failure'; readonly failureCode: AppFailureReason | 'join_refused' }
  | { readonly event: 'cancel'; readonly reason?: string | undefined };

/** A compare-and-set: valid only while the stored status is `from`. */
export interface Move {
  readonly sessionId: string;
  readonly event: SessionEvent;
  readonly from: SessionStatus;
  readonly at: Instant;
  readonly next: Session;
}

/** Apply `clockMove` first. */
export function decide(session: Session, event: SessionEvent): Transition {
  const transition = transitionFor(event, session.status);
  if (event !== 'callback') return transition;
  // After a failure that the app reported, no callback was accepted before, so this is not a repetition.
  if (session.status === 'failed' && session.processingDeadline === null) return { refusal: 'session_finalized' };
  // Join check: an app's capture is accepted only after the user has typed the number of the page.
  if ('to' in transition && session.join?.confirmed !== true) return { refusal: 'not_confirmed' };
  return transition;
}

export function moveTo(to: SessionStatus, session: Session, input: SessionInput, now: Instant): Move {
  const next: Session = { ...session, ...fieldsOf(input), status: to, endedAt: isFinal(to) ? now : null };
  return { sessionId: session.id, event: input.event, from: session.status, at: now, next };
}

function fieldsOf(input: SessionInput): Partial<Session> {
  switch (input.event) {
    case 'claim':
      return { join: input.join };
    case 'callback':
      return { processingDeadline: input.processingDeadline };
    case 'succeed':
      return { outcome: input.outcome };
    case 'fail':
    case 'app_failure':
      return { failureCode: input.failureCode };
    case 'cancel':
      return { cancelReason: input.reason ?? DEFAULT_CANCEL_REASON };
    case 'expire':
      return { failureCode: 'session_expired' };
    case 'interrupt':
      return { failureCode: 'processing_interrupted' };
    default:
      return {};
  }
}

/** The move that is due by time, so that no read returns an outdated status. */
export function clockMove(session: Session, now: Instant): Move | undefined {
  if (now < clockMoveTime(session)) return undefined;
  const event = session.processingDeadline === null ? 'expire' : 'interrupt';
  const decision = decide(session, event);
  return 'to' in decision ? moveTo(decision.to, session, { event }, now) : undefined;
}

export const clockMoveTime = ({ processingDeadline, expiresAt }: Session): Instant => processingDeadline ?? expiresAt;

/** After this time no request can still hold the data. */
export const processingDeadline = (now: Instant, bio: { timeoutMs: number; retries: number }): Instant =>
  now + processingAllowanceMs(bio);
