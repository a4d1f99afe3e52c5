import type { Logger } from '../observability/log.ts';
import { currentRequestId } from '../observability/request-id.ts';
import type { Store } from '../storage/store.ts';
import { CountedAttempts } from './attempts.ts';
import { Capture, type CaptureOptions } from './capture.ts';

interface OpenCaptureOptions extends Omit<CaptureOptions, 'sessions' | 'attempts'> {
  readonly store: Store;
  /** The key of the hashes that user refs and fingers are known by. */
  readonly attemptsKey: Uint8Array;
}

export function openCapture({ store, attemptsKey: key, ...options }: OpenCaptureOptions): Capture {
  const { clock, onError } = options;
  const attempts = new CountedAttempts({ store: store.attempts, clock, key, onError });
  return new Capture({ ...options, sessions: store.sessions, attempts });
}

/** Logs an unexpected error of a session's processing. */
export const captureErrors =
  (log: Logger) =>
  (error: unknown, sessionId: string): void =>
    log.error({ err: error, request_id: currentRequestId(), session_id: sessionId }, 'capture failed');
