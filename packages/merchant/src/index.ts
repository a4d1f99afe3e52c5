export type { Clock } from './clock.ts';
export { AuthlyError, type AuthlyErrorCode, type KnownAuthlyErrorCode } from './client/authly-error.ts';
export {
  type AuthlyClient,
  type AuthlyClientOptions,
  type CallOptions,
  type CancelOptions,
  createAuthlyClient,
  type CreateOptions,
  type EnrollmentFields,
  type ResultOptions,
  type SessionFields,
  type VerificationFields,
} from './client/create-authly-client.ts';
export type { AnswerReport, ClientHooks, RequestReport, RetryReport, WarningReport } from './client/hooks.ts';
export { enrolledFinger, failureGroup, isMatch, type MatchedVerification } from './client/outcome.ts';
export type * from './client/result-response.ts';
export type { WaitOptions } from './client/wait-for-result.ts';
export { BioRefusal, type BioRefusalCode, type VerificationStep } from './bio/bio-refusal.ts';
export { type BioApi, type BioApiOptions, type BioRefusalReport, createBioApi } from './bio/create-bio-api.ts';
export type * from './bio/stores.ts';
export { createSigningKeys, type SigningKeys, type SigningKeysOptions } from './bio/signing-keys.ts';
export { type VerifiedCall, verifyBioRequest, type VerifyBioRequestOptions } from './bio/verify-bio-request.ts';
export {
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookError,
  type WebhookErrorCode,
  type WebhookEvent,
} from './webhook/verify-webhook.ts';
export { memoryEnrollments, memoryNonces } from './stores/memory.ts';
export type { BiometricType, BiometricTypes, PayloadField } from '@authly/contract/wire/biometric-types';
export type { LookupRequest, LookupResponse } from '@authly/contract/captures/lookup';
export type { StoreRequest, StoreResponse } from '@authly/contract/captures/store';
export type { CancelResponse } from '@authly/contract/operations/cancel-session';
export type { FailureCode, FailureGroup } from '@authly/contract/wire/failure-codes';
export { type Finger, isFinger } from '@authly/contract/wire/fingers';
export type { Scope } from '@authly/contract/wire/scopes';
export type { CreateEnrollmentResponse } from '@authly/contract/operations/create-enrollment-session';
export type { CreateVerificationResponse } from '@authly/contract/operations/create-verification-session';
export type { SigningKey } from '@authly/contract/operations/list-signing-keys';
export type { Mode, SessionStatus } from '@authly/contract/wire/states';
export type { SessionFinalEvent, WebhookTestEvent } from '@authly/contract/schemas/webhook';
