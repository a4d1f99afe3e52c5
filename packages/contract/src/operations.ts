import { HOSTED_CALLS } from './hosted/calls.ts';
import { BIO_LIMITS, LIMITS } from './limits.ts';
import type { Scope } from './scopes.ts';

/**
 * Every call on the wire, once: servers, SDKs, the fake service, the conformance runner, the pages and the benches all read it here.
 * Plain data, so that it costs a page little; what each call takes and answers stands in operation-schemas.ts.
 */

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

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** With `{parameters}` as OpenAPI writes them. */
  readonly path: string;
  readonly caller: CallerProof;
  /** Of an access token alone. */
  readonly scope?: Scope;
  /** Absent: it takes no body, and one that comes all the same is not read. */
  readonly body?: typeof JSON_BODY | typeof FORM_BODY;
  /** Over it the answer is 413, whatever the token and whether the body would be read. */
  readonly maxBodyBytes: number;
  /** It takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** The status of an answer that is no refusal. */
  readonly success: 200 | 201;
}

const { jsonBodyBytes, formBodyBytes, pageBodyBytes } = LIMITS;

// biome-ignore format: one row a line
const service = {
  issueToken: { method: 'POST', path: '/oauth/token', caller: 'client credentials', body: FORM_BODY, maxBodyBytes: formBodyBytes, success: 200 },
  createEnrollmentSession: { method: 'POST', path: '/v1/enrollment-sessions', caller: 'access token', scope: 'enrollment:create', body: JSON_BODY, maxBodyBytes: jsonBodyBytes, idempotent: true, success: 201 },
  createVerificationSession: { method: 'POST', path: '/v1/verification-sessions', caller: 'access token', scope: 'verification:create', body: JSON_BODY, maxBodyBytes: jsonBodyBytes, idempotent: true, success: 201 },
  readResult: { method: 'GET', path: '/v1/sessions/{session_id}/result', caller: 'access token', scope: 'result:read', maxBodyBytes: jsonBodyBytes, success: 200 },
  cancelSession: { method: 'POST', path: '/v1/sessions/{session_id}/cancel', caller: 'access token', scope: 'session:cancel', body: JSON_BODY, maxBodyBytes: jsonBodyBytes, success: 200 },
  listSigningKeys: { method: 'GET', path: '/v1/signing-keys', caller: 'nothing', maxBodyBytes: jsonBodyBytes, success: 200 },

  hostedOpened: { ...HOSTED_CALLS.hostedOpened, caller: 'hosted token', maxBodyBytes: pageBodyBytes, success: 200 },
  hostedSession: { ...HOSTED_CALLS.hostedSession, caller: 'hosted token', maxBodyBytes: pageBodyBytes, success: 200 },
  hostedEvents: { ...HOSTED_CALLS.hostedEvents, caller: 'hosted token', maxBodyBytes: pageBodyBytes, success: 200 },
  hostedLink: { ...HOSTED_CALLS.hostedLink, caller: 'hosted token', maxBodyBytes: pageBodyBytes, success: 200 },
  hostedConfirm: { ...HOSTED_CALLS.hostedConfirm, caller: 'hosted token', maxBodyBytes: pageBodyBytes, success: 200 },
  hostedCancel: { ...HOSTED_CALLS.hostedCancel, caller: 'hosted token', maxBodyBytes: pageBodyBytes, success: 200 },

  claimSession: { method: 'POST', path: '/app/v1/claims', caller: 'link token', body: JSON_BODY, maxBodyBytes: pageBodyBytes, success: 200 },
  appSession: { method: 'GET', path: '/app/v1/sessions/{session_id}', caller: 'app token', maxBodyBytes: pageBodyBytes, success: 200 },
  appCallback: { method: 'POST', path: '/app/v1/sessions/{session_id}/callback', caller: 'app token', body: JSON_BODY, maxBodyBytes: jsonBodyBytes, success: 200 },
  appFailure: { method: 'POST', path: '/app/v1/sessions/{session_id}/failure', caller: 'app token', body: JSON_BODY, maxBodyBytes: pageBodyBytes, success: 200 },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof service;
/** What the service answers to. */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = service;
export const OPERATION_NAMES = /* @__PURE__ */ Object.keys(service) as OperationName[];

/** A merchant's backend makes these calls; the hosted page and the app make the others. */
export const isMerchantCall = (name: OperationName): boolean =>
  ['nothing', 'client credentials', 'access token'].includes(OPERATIONS[name].caller);

// biome-ignore format: one row a line
const bio = {
  store: { method: 'POST', path: '/enrollments', caller: 'service signature', body: JSON_BODY, maxBodyBytes: BIO_LIMITS.requestBytes, idempotent: true, success: 200 },
  lookup: { method: 'POST', path: '/enrollments/lookup', caller: 'service signature', body: JSON_BODY, maxBodyBytes: BIO_LIMITS.requestBytes, success: 200 },
} as const satisfies Record<string, Operation>;

export type BioOperationName = keyof typeof bio;
/** What a merchant's Bio API answers to, below its `{merchant_bio_base_url}`. */
export const BIO_OPERATIONS: Readonly<Record<BioOperationName, Operation>> = bio;
export const BIO_OPERATION_NAMES = /* @__PURE__ */ Object.keys(bio) as BioOperationName[];
