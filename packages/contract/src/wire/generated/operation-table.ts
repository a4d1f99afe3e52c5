// Generated from packages/contract/src/operations/ by `npm run generate`.
import { isMerchantProof, type OperationRow } from '../operation-row.ts';

export { FORM_BODY, JSON_BODY, type CallerProof } from '../operation-row.ts';

// biome-ignore format: one row a line
const service = {
  issueToken: { method: 'POST', path: '/oauth/token', caller: 'client credentials', body: 'application/x-www-form-urlencoded', maxBodyBytes: 65536, success: 200 },
  createEnrollmentSession: { method: 'POST', path: '/v1/enrollment-sessions', caller: 'access token', scope: 'enrollment:create', body: 'application/json', maxBodyBytes: 1048576, idempotent: true, success: 201 },
  createVerificationSession: { method: 'POST', path: '/v1/verification-sessions', caller: 'access token', scope: 'verification:create', body: 'application/json', maxBodyBytes: 1048576, idempotent: true, success: 201 },
  readResult: { method: 'GET', path: '/v1/sessions/{session_id}/result', caller: 'access token', scope: 'result:read', maxBodyBytes: 1048576, mayWait: true, success: 200 },
  cancelSession: { method: 'POST', path: '/v1/sessions/{session_id}/cancel', caller: 'access token', scope: 'session:cancel', body: 'application/json', maxBodyBytes: 1048576, success: 200 },
  listSigningKeys: { method: 'GET', path: '/v1/signing-keys', caller: 'nothing', maxBodyBytes: 1048576, success: 200 },
  hostedOpened: { method: 'POST', path: '/hosted/v1/opened', caller: 'hosted token', maxBodyBytes: 4096, success: 200 },
  hostedSession: { method: 'GET', path: '/hosted/v1/session', caller: 'hosted token', maxBodyBytes: 4096, success: 200 },
  hostedEvents: { method: 'GET', path: '/hosted/v1/events', caller: 'hosted token', maxBodyBytes: 4096, mayWait: true, success: 200 },
  hostedLink: { method: 'GET', path: '/hosted/v1/link', caller: 'hosted token', maxBodyBytes: 4096, success: 200 },
  hostedCancel: { method: 'POST', path: '/hosted/v1/cancel', caller: 'hosted token', maxBodyBytes: 4096, success: 200 },
  claimSession: { method: 'POST', path: '/app/v1/claims', caller: 'link token', body: 'application/json', maxBodyBytes: 4096, success: 200 },
  appSession: { method: 'GET', path: '/app/v1/sessions/{session_id}', caller: 'app token', maxBodyBytes: 4096, mayWait: true, success: 200 },
  appConfirm: { method: 'POST', path: '/app/v1/sessions/{session_id}/confirm', caller: 'app token', body: 'application/json', maxBodyBytes: 4096, success: 200 },
  appCallback: { method: 'POST', path: '/app/v1/sessions/{session_id}/callback', caller: 'app token', body: 'application/json', maxBodyBytes: 1048576, mayWait: true, success: 200 },
  appFailure: { method: 'POST', path: '/app/v1/sessions/{session_id}/failure', caller: 'app token', body: 'application/json', maxBodyBytes: 4096, success: 200 },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof service;
/** The calls of the service. */
export const OPERATIONS: Readonly<Record<OperationName, OperationRow>> = service;
export const OPERATION_NAMES = /* @__PURE__ */ Object.keys(service) as OperationName[];

/** A merchant's backend makes these calls; the hosted page and the app make the others. */
export const isMerchantCall = (name: OperationName): boolean => isMerchantProof(OPERATIONS[name].caller);

/** Method and path alone, to keep the hosted page small. */
// biome-ignore format: one row a line
export const HOSTED_CALLS = {
  hostedOpened: { method: 'POST', path: '/hosted/v1/opened' },
  hostedSession: { method: 'GET', path: '/hosted/v1/session' },
  hostedEvents: { method: 'GET', path: '/hosted/v1/events' },
  hostedLink: { method: 'GET', path: '/hosted/v1/link' },
  hostedCancel: { method: 'POST', path: '/hosted/v1/cancel' },
} as const;
export type HostedCall = keyof typeof HOSTED_CALLS;

// biome-ignore format: one row a line
const bio = {
  store: { method: 'POST', path: '/enrollments', caller: 'service signature', body: 'application/json', maxBodyBytes: 1048576, idempotent: true, success: 200 },
  lookup: { method: 'POST', path: '/enrollments/lookup', caller: 'service signature', body: 'application/json', maxBodyBytes: 1048576, success: 200 },
} as const satisfies Record<string, OperationRow>;

export type BioOperationName = keyof typeof bio;
/** The calls of a merchant's Bio API, below its `{merchant_bio_base_url}`. */
export const BIO_OPERATIONS: Readonly<Record<BioOperationName, OperationRow>> = bio;
export const BIO_OPERATION_NAMES = /* @__PURE__ */ Object.keys(bio) as BioOperationName[];
