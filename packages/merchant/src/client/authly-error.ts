import type { ErrorCode } from '@authly/contract/errors';
import type { Clock } from '../clock.ts';

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

/** Every failure of the API client. Switch on `code`; quote `requestId` to the service operator. */
export class AuthlyError extends Error {
  override readonly name = 'AuthlyError';
  /** What went wrong: the service's code, or one of this side. */
  readonly code: AuthlyErrorCode;
  /** The HTTP status. Undefined when no answer came. */
  readonly status: number | undefined;
  /** The service's id of the request. Undefined when no answer came. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The field that the service refuses, such as `payload.finger`. `message` lists the allowed values where they are few. */
  readonly param: string | undefined;
  /** Where the docs explain the code. */
  readonly docsUrl: string | undefined;

  constructor(
    code: AuthlyErrorCode,
    message: string,
    options: Partial<Pick<AuthlyError, 'status' | 'requestId' | 'retryAfterMs' | 'param' | 'docsUrl' | 'cause'>> = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.requestId = options.requestId;
    this.retryAfterMs = options.retryAfterMs;
    this.param = options.param;
    this.docsUrl = options.docsUrl;
  }
}

export const aborted = (cause: unknown): AuthlyError => new AuthlyError('aborted', 'The call was aborted.', { cause });

/** A wait that the caller may end. */
export async function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms > 0) await clock.sleep(ms, signal).catch((cause: unknown) => Promise.reject(aborted(cause)));
}
