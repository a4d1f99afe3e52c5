import type { ErrorCode } from '@authly/contract/errors';
import type { Clock } from '../clock.ts';

/** The codes of this version: the service's, and those of a call without a valid answer. */
export type KnownAuthlyErrorCode =
  | ErrorCode
  /** No answer: DNS, connection or TLS. `cause` says which. */
  | 'network_error'
  /** The service did not answer in time. */
  | 'timeout'
  /** The caller's signal was aborted. */
  | 'aborted'
  /** The answer does not match the contract, for example a proxy's error page. */
  | 'invalid_response';

/** A newer service may return codes that this version does not know. */
export type AuthlyErrorCode = KnownAuthlyErrorCode | (string & {});

/** Every failure of the API client. Switch on `code`; quote `requestId` to the service operator. */
export class AuthlyError extends Error {
  override readonly name = 'AuthlyError';
  /** The service's code, or one of this client. */
  readonly code: AuthlyErrorCode;
  /** The HTTP status. Undefined without an answer. */
  readonly status: number | undefined;
  /** The service's id of the request. Undefined without an answer. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The refused field, such as `payload.finger`. `message` lists the allowed values if they are few. */
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

export async function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms > 0) await clock.sleep(ms, signal).catch((cause: unknown) => Promise.reject(aborted(cause)));
}
