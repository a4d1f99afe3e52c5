import type { Scope } from './scopes.ts';

/** Credentials and link token are in the body, the other tokens in `Authorization`. */
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

export interface OperationRow {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly caller: CallerProof;
  readonly scope?: Scope;
  /** Absent: no body is read. */
  readonly body?: typeof JSON_BODY | typeof FORM_BODY;
  /** A larger body is answered with 413, before the token is checked. */
  readonly maxBodyBytes: number;
  readonly idempotent?: true;
  /** The answer may wait for the session to change or for the merchant. */
  readonly mayWait?: true;
  readonly success: 200 | 201;
}

const MERCHANT_PROOFS: ReadonlySet<CallerProof> = new Set(['nothing', 'client credentials', 'access token']);

export const isMerchantProof = (caller: CallerProof): boolean => MERCHANT_PROOFS.has(caller);
