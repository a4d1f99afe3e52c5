/** Why a flow ended without a result. */
export type AuthlyBrowserErrorCode =
  /** Your `create` failed; `cause` says how. */
  | 'create_failed'
  /** Your `read` returned `null`: your backend does not answer for this session. */
  | 'refused'
  /** No final status before the timeout. */
  | 'timed_out'
  /** The given signal was aborted. */
  | 'aborted';

/** Why a flow ended without a result. Switch on `code`. */
export class AuthlyBrowserError extends Error {
  /** Says why the flow failed. */
  readonly code: AuthlyBrowserErrorCode;

  constructor(code: AuthlyBrowserErrorCode, cause?: unknown) {
    super(`authly: ${code}`, { cause });
    this.name = 'AuthlyBrowserError';
    this.code = code;
  }
}
