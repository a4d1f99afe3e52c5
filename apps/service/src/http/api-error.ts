import { PARAM_HEADER } from '@authly/contract/wire/answer-headers';
import { ERRORS, type ErrorCode } from '@authly/contract/errors';

export const UNAVAILABLE_CAUSES = ['shed', 'draining', 'limit', 'database', 'signing', 'clock'] as const;
export type UnavailableCause = (typeof UNAVAILABLE_CAUSES)[number];

/** An error of the catalogue. `detail` is public: it names a field or a rule, never a value. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The cause of a 503, for operators only. */
  readonly why: UnavailableCause | undefined;

  constructor(code: ErrorCode, detail?: string, headers: Record<string, string> = {}, why?: UnavailableCause) {
    super(detail ?? ERRORS[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.headers = headers;
    this.why = why;
  }
}

export const unavailable = (why: UnavailableCause, headers: Record<string, string> = {}): ApiError =>
  new ApiError('unavailable', undefined, { 'Retry-After': '1', ...headers }, why);

/** 400 for one field, named in a header for programs and in the message for people. */
export const fieldError = (field: string, detail: string): ApiError =>
  // Callers choose some names, and a header takes ASCII only.
  new ApiError('invalid_request', detail, /^[\x20-\x7e]*$/.test(field) ? { [PARAM_HEADER]: field } : {});

export function orRefuse<T>(detail: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new ApiError('invalid_request', detail);
  }
}

export const errorBody = (code: ErrorCode, message: string, requestId: string): string =>
  JSON.stringify({ error: { code, message, request_id: requestId } });
