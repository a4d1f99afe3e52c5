import type { Logger } from '../observability/log.ts';
import { currentRequestId } from '../observability/request-id.ts';
import type { Store } from '../storage/port/store.ts';
import { attemptCounter, type AttemptsOptions } from './attempts.ts';
import { Capture, type CaptureOptions } from './capture.ts';
import { assertionFault, type RelyingParty } from './device.ts';

interface OpenCaptureOptions extends Omit<CaptureOptions, 'sessions' | 'countAttempt' | 'recognizes'> {
  readonly store: Store;
  readonly relyingParty: RelyingParty;
  readonly attemptsSecret: AttemptsOptions['secret'];
}

export function openCapture({ store, relyingParty, attemptsSecret: secret, ...options }: OpenCaptureOptions): Capture {
  const countAttempt = attemptCounter({ ...options, store: store.attempts, secret });
  const recognizes: CaptureOptions['recognizes'] = (...signed) => assertionFault(...signed, relyingParty) === undefined;
  return new Capture({ ...options, sessions: store.sessions, countAttempt, recognizes });
}

/** Logs an unexpected error of a session's processing. */
export const captureErrors =
  (log: Logger) =>
  (error: unknown, sessionId: string): void =>
    log.error({ err: error, request_id: currentRequestId(), session_id: sessionId }, 'capture failed');
