import type { OperationName } from './operations.ts';

/** The error catalogue: every code the service answers with, its status, where it occurs, and its public sentence. */

const creates = ['createEnrollmentSession', 'createVerificationSession'] as const;
const sessionEndpoints = [...creates, 'readResult', 'cancelSession'] as const;
const hosted = [
  'hostedOpened',
  'hostedSession',
  'hostedEvents',
  'hostedLink',
  'hostedConfirm',
  'hostedCancel',
] as const;
const app = ['appSession', 'appCallback', 'appFailure'] as const;

interface ErrorEntry {
  readonly status: number;
  /** Where it occurs; `all` stands for every endpoint. */
  readonly endpoints: 'all' | readonly OperationName[];
  readonly message: string;
}

const catalogue = {
  invalid_request: { status: 400, endpoints: 'all', message: 'The request is malformed or a field is missing.' },
  unsupported_grant_type: {
    status: 400,
    endpoints: ['issueToken'],
    message: 'Only the grant type client_credentials is supported.',
  },
  invalid_scope: {
    status: 400,
    endpoints: ['issueToken'],
    message: 'The requested scope is outside what this client may ask for.',
  },
  invalid_client: { status: 401, endpoints: ['issueToken'], message: 'Client authentication failed.' },
  rate_limited: {
    status: 429,
    endpoints: ['issueToken', ...creates, 'readResult', 'hostedEvents', 'appSession'],
    message: 'Too many requests. Wait as long as Retry-After says.',
  },
  unsupported_bio_type: { status: 400, endpoints: creates, message: 'This biometric type is not supported.' },
  invalid_token: {
    status: 401,
    endpoints: [...sessionEndpoints, ...hosted, ...app],
    message: 'The token is missing, forged, expired or not meant for this endpoint.',
  },
  insufficient_scope: {
    status: 403,
    endpoints: sessionEndpoints,
    message: 'The token does not carry the scope that this endpoint requires.',
  },
  merchant_mismatch: {
    status: 403,
    endpoints: sessionEndpoints,
    message: 'The merchant id differs from the one of the token or the session.',
  },
  merchant_user_ref_mismatch: {
    status: 403,
    endpoints: ['readResult', 'cancelSession'],
    message: 'The merchant user reference differs from the one of the session.',
  },
  session_not_found: {
    status: 404,
    endpoints: ['readResult', 'cancelSession', ...hosted, ...app],
    message: 'The session does not exist or is not accessible.',
  },
  idempotency_conflict: {
    status: 409,
    endpoints: creates,
    message: 'This Idempotency-Key was used with a different body.',
  },
  session_finalized: {
    status: 409,
    endpoints: [
      'cancelSession',
      'hostedOpened',
      'hostedLink',
      'hostedConfirm',
      'hostedCancel',
      'appCallback',
      'appFailure',
    ],
    message: 'The session has already ended.',
  },
  invalid_session_transition: {
    status: 409,
    endpoints: ['cancelSession', 'hostedLink', 'hostedConfirm', 'hostedCancel', 'appCallback', 'appFailure'],
    message: 'The current state of the session does not allow this.',
  },
  link_not_found: { status: 404, endpoints: ['claimSession'], message: 'This link is unknown or no longer valid.' },
  session_already_claimed: {
    status: 409,
    endpoints: ['claimSession', 'hostedLink'],
    message: 'An app has already joined this session.',
  },
  not_confirmed: {
    status: 409,
    endpoints: ['appCallback'],
    message: 'The person has not confirmed the match code yet.',
  },
  payload_too_large: { status: 413, endpoints: 'all', message: 'The body is larger than this endpoint accepts.' },
  not_found: { status: 404, endpoints: 'all', message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, endpoints: 'all', message: 'This path does not answer to this method.' },
  internal_error: { status: 500, endpoints: 'all', message: 'Something went wrong on our side.' },
  unavailable: {
    status: 503,
    endpoints: 'all',
    message: 'The service cannot answer at the moment. Try again shortly.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof catalogue;
export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = catalogue;
export const ERROR_CODES = Object.keys(catalogue) as ErrorCode[];

/** The codes that one endpoint may answer with, in catalogue order. */
export function errorsOf(operation: OperationName): ErrorCode[] {
  return ERROR_CODES.filter((code) => {
    const { endpoints } = ERRORS[code];
    return endpoints === 'all' || endpoints.includes(operation);
  });
}
