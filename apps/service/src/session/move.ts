import { DEFAULT_CANCEL_REASON } from '@authly/contract/operations/cancel-session';
import type { AppFailureReason, FailureCode } from '@authly/contract/failure-codes';
import { processingAllowanceMs } from '@authly/contract/session-times';
import { isFinal, type SessionStatus } from '@authly/contract/states';
import type { Instant, Join, Outcome, Session } from './session.ts';
import { transitionFor, type SessionEvent, type Transition } from './transitions.ts';

/** What comes to a session: an event with its data. */
export type SessionInput =
  | { readonly event: 'open' | 'process' | 'expire' | 'interrupt' }
  | { readonly event: 'claim'; readonly join: Join }
  | { readonly event: 'callback'; readonly processingDeadline: Instant }
  | { readonly event: 'succeed'; readonly outcome: Outcome }
  | { readonly event: 'fail'; readonly failureCode: FailureCode }
  | { readonly event: 'app_failure'; readonly failureCode: AppFailureReason }
  | { readonly event: 'cancel'; readonly reason?: string | undefined };

/** A compare-and-set: it holds only while the stored status is still `from`. */
export interface Move {
  readonly sessionId: string;
  readonly event: SessionEvent;
  readonly from: SessionStatus;
  readonly at: Instant;
  /** The session as it is after the move. */
  readonly next: Session;
}

/** What an event does to a session. The clock's own event must have been applied before: see `clockMove`. */
export function decide(session: Session, event: SessionEvent): Transition {
  const transition = transitionFor(event, session.status);
  if (event !== 'callback') return transition;
  // A failure that the app itself reported left no callback behind: a later one is not a repetition.
  if (session.status === 'failed' && session.processingDeadline === null) return { refusal: 'session_finalized' };
  // The contract of the join check: nothing is taken from an app that the person has not confirmed.
  if ('to' in transition && session.join?.confirmed !== true) return { refusal: 'not_confirmed' };
  return transition;
}

/** The move that the table allows. */
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

/** The move that the clock alone has brought about, if any: a read never shows a status that is out of date. */
export function clockMove(session: Session, now: Instant): Move | undefined {
  if (now < clockMoveTime(session)) return undefined;
  const event = session.processingDeadline === null ? 'expire' : 'interrupt';
  const decision = decide(session, event);
  return 'to' in decision ? moveTo(decision.to, session, { event }, now) : undefined;
}

/** When the clock alone moves it, unless something else does before. */
export const clockMoveTime = ({ processingDeadline, expiresAt }: Session): Instant => processingDeadline ?? expiresAt;

/** Past it nobody can still hold the data. */
export const processingDeadline = (now: Instant, bio: { timeoutMs: number; retries: number }): Instant =>
  now + processingAllowanceMs(bio);
