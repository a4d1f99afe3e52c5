import type { OperationName } from '@authly/contract/operations';
import type { AuthlyErrorCode } from './authly-error.ts';

/** One request of a call. A call that is repeated makes several, the first is attempt 1. */
export interface RequestReport {
  /** Which call, such as `readResult`. */
  readonly operation: OperationName;
  /** 1 for the first. */
  readonly attempt: number;
}
/** One request and its answer, if one came. */
export interface AnswerReport extends RequestReport {
  /** Absent when no answer came. */
  readonly status?: number;
  /** Quote it to the service operator. */
  readonly requestId?: string;
  /** Absent when all is well. */
  readonly code?: AuthlyErrorCode;
  /** From the request to the whole answer. */
  readonly durationMs: number;
}
/** A request that is about to be made again. */
export interface RetryReport extends RequestReport {
  /** Why the last attempt failed. */
  readonly code: AuthlyErrorCode;
  /** Why it is worth another attempt, in words. */
  readonly reason: string;
  /** The wait before the next attempt. */
  readonly delayMs: number;
}
/** What the test environment remarks about a request that it accepted. */
export interface WarningReport {
  /** Which call, such as `createEnrollmentSession`. */
  readonly operation: OperationName;
  /** The header `Authly-Warning`: fields and query parameters that are not known, a locale that is not known. */
  readonly warning: string;
}

/** For logs, metrics and traces. The values contain no secret, token, body or user reference. */
export interface ClientHooks {
  /** Before each request. */
  readonly onRequest?: (report: RequestReport) => void;
  /** After each request, with or without an answer. */
  readonly onAnswer?: (report: AnswerReport) => void;
  /** When a request is about to be made again, before the wait. */
  readonly onRetry?: (report: RetryReport) => void;
  /** Once for each warning of the test environment. Default: `console.warn`. */
  readonly onWarning?: (report: WarningReport) => void;
}

/** A listener that fails must not change what becomes of a call. */
export function tell<Report>(listener: ((report: Report) => void) | undefined, report: Report): void {
  try {
    listener?.(report);
  } catch {}
}
