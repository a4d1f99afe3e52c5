import { DEFAULT_CANCEL_REASON } from '@authly/contract/operations/cancel-session';
import type { AppFailureReason, FailureCode } from '@authly/contract/wire/failure-codes';
import { processingAllowanceMs } from '@authly/contract/wire/session-times';
import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
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

interface Step {
  readonly event: SessionEvent;
  readonly from: SessionStatus;
  readonly to: SessionStatus;
}

/** A compare-and-set: valid only while the stored status is that of the first step. */
export interface Move {
  readonly sessionId: string;
  readonly steps: readonly [Step, ...Step[]];
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

function moveTo(to: SessionStatus, session: Session, input: SessionInput, now: Instant): Move {
  const next: Session = { ...session, ...fieldsOf(input), status: to, endedAt: isFinal(to) ? now : null };
  return { sessionId: session.id, steps: [{ event: input.event, from: session.status, to }], at: now, next };
}

/** `then` follows in the same commit: the status between them need not outlive a crash. */
export function plan(
  session: Session,
  input: SessionInput,
  now: Instant,
  then?: SessionInput,
): Move | Exclude<Transition, { readonly to: unknown }> {
  const decision = decide(session, input.event);
  if (!('to' in decision)) return decision;
  const move = moveTo(decision.to, session, input, now);
  if (then === undefined) return move;
  const second = plan(move.next, then, now);
  return 'next' in second ? { ...second, steps: [...move.steps, ...second.steps] } : second;
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
  const planned = plan(session, { event }, now);
  return 'next' in planned ? planned : undefined;
}

export const isByClock = ({ steps }: Move): boolean =>
  steps.some(({ event }) => event === 'expire' || event === 'interrupt');

export const clockMoveTime = ({ processingDeadline, expiresAt }: Session): Instant => processingDeadline ?? expiresAt;

/** After this time no request can still hold the data. */
export const processingDeadline = (now: Instant, bio: { timeoutMs: number; retries: number }): Instant =>
  now + processingAllowanceMs(bio);
