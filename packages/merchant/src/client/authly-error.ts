import type { ErrorCode } from '@authly/contract/errors';

/** The codes that this version knows: the service's own, and what can go wrong before or instead of an answer. */
export type KnownAuthlyErrorCode =
  | ErrorCode
  /** No answer came: DNS, connection, TLS. `cause` says which. */
  | 'network_error'
  /** No answer came in time. */
  | 'timeout'
  /** The caller's own signal ended it. */
  | 'aborted'
  /** An answer came that the contract does not know, for example a proxy's error page. */
  | 'invalid_response';

/** A newer service may answer with codes that this version does not know: they come as they are. */
export type AuthlyErrorCode = KnownAuthlyErrorCode | (string & {});

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
