import type { OperationName } from '@authly/contract/operation-table';
import type { AuthlyErrorCode } from './authly-error.ts';

/** One request of a call. A repeated call makes several. */
export interface RequestReport {
  /** Which call, such as `readResult`. */
  readonly operation: OperationName;
  /** Number of the request, from 1. */
  readonly attempt: number;
}
/** One request and its answer. */
export interface AnswerReport extends RequestReport {
  /** Absent if the service did not answer. */
  readonly status?: number | undefined;
  /** Quote it to the service operator. */
  readonly requestId?: string | undefined;
  /** Absent on success. */
  readonly code?: AuthlyErrorCode;
  /** Time until the whole answer was read. */
  readonly durationMs: number;
}
/** A request that will be repeated. */
export interface RetryReport extends RequestReport {
  /** The code of the failed request. */
  readonly code: AuthlyErrorCode;
  /** Why it is repeated. */
  readonly reason: string;
  /** The wait before the next request. */
  readonly delayMs: number;
}
/** A remark of the test environment about a request that it accepted. */
export interface WarningReport {
  /** Which call, such as `createEnrollmentSession`. */
  readonly operation: OperationName;
  /** The header `Authly-Warning`: unknown fields, query parameters or locale. */
  readonly warning: string;
}

/** For logs, metrics and traces. The values contain no secret, token, body or user reference. */
export interface ClientHooks {
  /** Runs before each request. */
  readonly onRequest?: ((report: RequestReport) => unknown) | undefined;
  /** Runs after each request, with or without an answer. */
  readonly onAnswer?: ((report: AnswerReport) => unknown) | undefined;
  /** Before a request is repeated, and before the wait. */
  readonly onRetry?: ((report: RetryReport) => unknown) | undefined;
  /** Once for each warning of the test environment. Default: `console.warn`. */
  readonly onWarning?: ((report: WarningReport) => unknown) | undefined;
}

/** A listener that throws or rejects must not change the call's outcome, nor end the process. */
export function tell<Report>(listener: ((report: Report) => unknown) | undefined, report: Report): void {
  new Promise((resolve) => resolve(listener?.(report))).catch(() => undefined);
}
