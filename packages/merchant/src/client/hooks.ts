import type { OperationName } from '@authly/contract/operations';
import type { AuthlyErrorCode } from './authly-error.ts';

/** One request of a call. A call that is repeated makes several, the first is attempt 1. */
export interface RequestReport {
  readonly operation: OperationName;
  readonly attempt: number;
}
export interface AnswerReport extends RequestReport {
  /** Absent when no answer came. */
  readonly status?: number;
  /** Quote it to the service operator. */
  readonly requestId?: string;
  /** Absent when all is well. */
  readonly code?: AuthlyErrorCode;
  readonly durationMs: number;
}
export interface RetryReport extends RequestReport {
  readonly code: AuthlyErrorCode;
  /** Why it is worth another attempt, in words. */
  readonly reason: string;
  readonly delayMs: number;
}

/** For logs, metrics and traces: what is told holds no secret, no token, no body and no user reference. */
export interface ClientHooks {
  /** Before each request. */
  readonly onRequest?: (report: RequestReport) => void;
  /** After each request, with or without an answer. */
  readonly onAnswer?: (report: AnswerReport) => void;
  /** When a request is about to be made again, before the wait. */
  readonly onRetry?: (report: RetryReport) => void;
}

/** A listener that fails must not change what becomes of a call. */
export function tell<Report>(listener: ((report: Report) => void) | undefined, report: Report): void {
  try {
    listener?.(report);
  } catch {}
}
