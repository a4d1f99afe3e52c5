import type { Scope } from './scopes.ts';

/** What a caller has to show. Credentials and link token travel in the body, the other tokens in `Authorization`. */
export type CallerProof =
  | 'nothing'
  | 'client credentials'
  | 'access token'
  | 'hosted token'
  | 'link token'
  | 'app token'
  | 'service signature';

export const JSON_BODY = 'application/json';
export const FORM_BODY = 'application/x-www-form-urlencoded';

/** An operation without its schemas: all that a page or an SDK needs to make the call. */
export interface OperationRow {
  readonly method: 'GET' | 'POST';
  /** With `{parameters}` as OpenAPI writes them. */
  readonly path: string;
  readonly caller: CallerProof;
  /** Of an access token alone. */
  readonly scope?: Scope;
  /** Absent: it takes no body and reads none. */
  readonly body?: typeof JSON_BODY | typeof FORM_BODY;
  /** Over it the answer is 413, whatever the token and whether the body would be read. */
  readonly maxBodyBytes: number;
  /** It takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** The answer may wait: for the session to change, or for the merchant. */
  readonly mayWait?: true;
  /** The status of an answer that is no refusal. */
  readonly success: 200 | 201;
}

const MERCHANT_PROOFS: ReadonlySet<CallerProof> = new Set(['nothing', 'client credentials', 'access token']);

/** What a merchant's backend shows. */
export const isMerchantProof = (caller: CallerProof): boolean => MERCHANT_PROOFS.has(caller);
