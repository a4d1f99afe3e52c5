import { Type, type TSchema } from 'typebox';
import { CallbackRequest } from './app/callback.ts';
import { ClaimRequest, ClaimResponse } from './app/claim.ts';
import { AppFailureRequest } from './app/failure.ts';
import { AppSession, AppStatus } from './app/session.ts';
import { CancelRequest, CancelResponse } from './cancel.ts';
import type { OperationName } from './errors.ts';
import { HostedLink, HostedLinkQuery, HostedSession } from './hosted/session.ts';
import { ResultQuery, ResultResponse } from './result.ts';
import type { Scope } from './scopes.ts';
import {
  CreateEnrollmentRequest,
  CreateEnrollmentResponse,
  CreateVerificationRequest,
  CreateVerificationResponse,
} from './session.ts';
import { SigningKeysResponse } from './signing-keys.ts';
import { TokenRequest, TokenResponse } from './token.ts';

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** With `{parameters}` as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly audience: 'merchant' | 'hosted page' | 'app';
  readonly bearer: 'none' | 'access token' | 'hosted token' | 'app token';
  readonly scope?: Scope;
  /** Client credentials may come by `Authorization: Basic` instead of in the body. */
  readonly basic?: true;
  readonly idempotent?: true;
  readonly query?: TSchema;
  readonly body?: { readonly type: 'application/json' | 'application/x-www-form-urlencoded'; readonly schema: TSchema };
  readonly success: { readonly status: 200 | 201 | 204; readonly type?: 'text/event-stream'; readonly schema: TSchema };
}

const json = (schema: TSchema) => ({ type: 'application/json', schema }) as const;
const hosted = { audience: 'hosted page', bearer: 'hosted token' } as const;
const app = { audience: 'app', bearer: 'app token' } as const;

/** Every operation of the service on one screen: the source of OpenAPI and of the docs' tables. */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  issueToken: {
    method: 'POST',
    path: '/oauth/token',
    audience: 'merchant',
    bearer: 'none',
    basic: true,
    summary: 'Exchange client credentials for an access token',
    body: { type: 'application/x-www-form-urlencoded', schema: TokenRequest },
    success: { status: 200, schema: TokenResponse },
  },
  createEnrollmentSession: {
    method: 'POST',
    path: '/v1/enrollment-sessions',
    audience: 'merchant',
    bearer: 'access token',
    scope: 'enrollment:create',
    idempotent: true,
    summary: 'Create a session that enrolls one finger of one user',
    body: json(CreateEnrollmentRequest),
    success: { status: 201, schema: CreateEnrollmentResponse },
  },
  createVerificationSession: {
    method: 'POST',
    path: '/v1/verification-sessions',
    audience: 'merchant',
    bearer: 'access token',
    scope: 'verification:create',
    idempotent: true,
    summary: 'Create a session that verifies an enrolled finger',
    body: json(CreateVerificationRequest),
    success: { status: 201, schema: CreateVerificationResponse },
  },
  readResult: {
    method: 'GET',
    path: '/v1/sessions/{session_id}/result',
    audience: 'merchant',
    bearer: 'access token',
    scope: 'result:read',
    summary: 'Read the result of a session: the only proof of an outcome',
    query: ResultQuery,
    success: { status: 200, schema: ResultResponse },
  },
  cancelSession: {
    method: 'POST',
    path: '/v1/sessions/{session_id}/cancel',
    audience: 'merchant',
    bearer: 'access token',
    scope: 'session:cancel',
    summary: 'Cancel a session that a person has opened and not finished',
    body: json(CancelRequest),
    success: { status: 200, schema: CancelResponse },
  },
  listSigningKeys: {
    method: 'GET',
    path: '/v1/signing-keys',
    audience: 'merchant',
    bearer: 'none',
    summary: "The public keys that verify the service's calls to a merchant Bio API",
    success: { status: 200, schema: SigningKeysResponse },
  },
  hostedOpened: {
    method: 'POST',
    path: '/hosted/v1/opened',
    ...hosted,
    summary: 'The page is open',
    success: { status: 200, schema: HostedSession },
  },
  hostedSession: {
    method: 'GET',
    path: '/hosted/v1/session',
    ...hosted,
    summary: 'What the page shows',
    success: { status: 200, schema: HostedSession },
  },
  hostedEvents: {
    method: 'GET',
    path: '/hosted/v1/events',
    ...hosted,
    summary: 'The same object at each change, as server-sent events',
    success: { status: 200, type: 'text/event-stream', schema: HostedSession },
  },
  hostedLink: {
    method: 'GET',
    path: '/hosted/v1/link',
    ...hosted,
    summary: 'A link that lets one app join',
    query: HostedLinkQuery,
    success: { status: 200, schema: HostedLink },
  },
  hostedConfirm: {
    method: 'POST',
    path: '/hosted/v1/confirm',
    ...hosted,
    summary: 'The person confirms that the match codes are the same',
    success: { status: 200, schema: HostedSession },
  },
  hostedCancel: {
    method: 'POST',
    path: '/hosted/v1/cancel',
    ...hosted,
    summary: 'The person cancels',
    success: { status: 200, schema: HostedSession },
  },
  claimSession: {
    method: 'POST',
    path: '/app/v1/claims',
    audience: 'app',
    bearer: 'none',
    summary: 'The app joins a session by its link token',
    body: json(ClaimRequest),
    success: { status: 200, schema: ClaimResponse },
  },
  appSession: {
    method: 'GET',
    path: '/app/v1/sessions/{session_id}',
    ...app,
    summary: 'Where the session stands',
    query: Type.Object({ wait: Type.Optional(Type.String()) }),
    success: { status: 200, schema: AppSession },
  },
  appCallback: {
    method: 'POST',
    path: '/app/v1/sessions/{session_id}/callback',
    ...app,
    summary: 'The captured finger, sealed',
    body: json(CallbackRequest),
    success: { status: 200, schema: AppStatus },
  },
  appFailure: {
    method: 'POST',
    path: '/app/v1/sessions/{session_id}/failure',
    ...app,
    summary: 'The app cannot capture, or the person declines',
    body: json(AppFailureRequest),
    success: { status: 200, schema: AppStatus },
  },
};
