import type { ErrorCode } from '@authly/contract/errors';

/** The service's own codes, and what can go wrong before or instead of an answer. */
export type AuthlyErrorCode =
  | ErrorCode
  /** No answer came: DNS, connection, TLS. `cause` says which. */
  | 'network_error'
  /** No answer came in time. */
  | 'timeout'
  /** The caller's own signal ended it. */
  | 'aborted'
  /** An answer came that the contract does not know, for example a proxy's error page. */
  | 'invalid_response';

export interface AuthlyErrorOptions {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of the API client. Switch on `code`; quote `requestId` to the service operator. */
export class AuthlyError extends Error {
  override readonly name = 'AuthlyError';
  readonly code: AuthlyErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: AuthlyErrorCode,
    message: string,
    { status, requestId, retryAfterMs, cause }: AuthlyErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}
