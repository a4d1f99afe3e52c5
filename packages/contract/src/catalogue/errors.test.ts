import { describe, expect, it } from 'vitest';
import { BIO_ERRORS } from '../wire/bio/errors.ts';
import { ERROR_CODES, ERRORS } from '../wire/generated/errors.ts';
import { errorsOf } from './operations.ts';
import { OPERATION_NAMES, type OperationName } from '../wire/generated/operation-table.ts';
import { APP_FAILURE_REASONS, FAILURE_CODES } from '../wire/failure-codes.ts';

const MERCHANT: readonly OperationName[] = [
  'issueToken',
  'createEnrollmentSession',
  'createVerificationSession',
  'readResult',
  'cancelSession',
  'listSigningKeys',
];
const CREATES: readonly OperationName[] = ['createEnrollmentSession', 'createVerificationSession'];
const SESSION: readonly OperationName[] = [...CREATES, 'readResult', 'cancelSession'];

/** The contract's error table, and below it the rows that decisions add: code, status, merchant endpoints. */
const TABLE: readonly (readonly [code: string, status: number, endpoints: readonly OperationName[]])[] = [
  ['invalid_request', 400, MERCHANT],
  ['unsupported_grant_type', 400, ['issueToken']],
  ['invalid_scope', 400, ['issueToken']],
  ['invalid_client', 401, ['issueToken']],
  // The contract lists the token endpoint. Decisions add limits that a merchant's settings turn on.
  ['rate_limited', 429, ['issueToken', ...CREATES, 'readResult']],
  ['unsupported_bio_type', 400, CREATES],
  ['invalid_token', 401, SESSION],
  ['insufficient_scope', 403, SESSION],
  ['merchant_mismatch', 403, SESSION],
  ['merchant_user_ref_mismatch', 403, ['readResult', 'cancelSession']],
  ['session_not_found', 404, ['readResult', 'cancelSession']],
  ['idempotency_conflict', 409, CREATES],
  ['session_finalized', 409, ['cancelSession']],
  ['invalid_session_transition', 409, ['cancelSession']],
  ['payload_too_large', 413, MERCHANT],

  ['not_found', 404, MERCHANT],
  ['method_not_allowed', 405, MERCHANT],
  ['internal_error', 500, MERCHANT],
  ['unavailable', 503, MERCHANT],
  ['link_not_found', 404, []],
  ['session_already_claimed', 409, []],
  ['number_mismatch', 409, []],
  ['not_confirmed', 409, []],
];

describe('the error catalogue', () => {
  it.each(TABLE)('%s is %i, on the endpoints that the contract names', (code, status, endpoints) => {
    expect(ERRORS[code as keyof typeof ERRORS].status).toBe(status);
    expect(MERCHANT.filter((operation) => errorsOf(operation).includes(code as keyof typeof ERRORS))).toEqual(
      endpoints,
    );
  });

  it('has only codes of the contract and the decisions', () => {
    expect(ERROR_CODES.toSorted()).toEqual(TABLE.map(([code]) => code).toSorted());
  });

  it.each([
    ['link_not_found', ['claimSession']],
    ['session_already_claimed', ['hostedLink', 'claimSession']],
    ['number_mismatch', ['appConfirm']],
    ['not_confirmed', ['appCallback']],
    ['rate_limited', ['hostedEvents', 'appSession', 'appCallback']],
    ['idempotency_conflict', []],
    ['merchant_mismatch', []],
    ['insufficient_scope', []],
  ] as const)('%s occurs on these endpoints of page and app: %j', (code, endpoints) => {
    expect(
      OPERATION_NAMES.filter((operation) => !MERCHANT.includes(operation) && errorsOf(operation).includes(code)),
    ).toEqual(endpoints);
  });

  it('every message is one public sentence', () => {
    for (const code of ERROR_CODES) expect(ERRORS[code].message).toMatch(/^[A-Z][^\n]+\.$/);
  });
});

describe('the error table of the Merchant Bio API', () => {
  it('has the codes and statuses of the contract, and no other', () => {
    expect(Object.fromEntries(Object.entries(BIO_ERRORS).map(([code, { status }]) => [code, status]))).toEqual({
      invalid_request: 400,
      missing_signature: 401,
      invalid_signature: 401,
      signature_mismatch: 401,
      timestamp_out_of_range: 401,
      nonce_reused: 409,
      idempotency_conflict: 409,
      bio_enrollment_not_found: 404,
      unsupported_finger: 400,
      unsupported_bio_type: 400,
      merchant_bio_internal_error: 500,
    });
  });
});

describe('failure codes', () => {
  it('are those of the decisions', () => {
    expect(Object.keys(FAILURE_CODES).toSorted()).toEqual([
      'capture_failed',
      'device_not_bound',
      'device_not_recognized',
      'device_not_supported',
      'enrollment_not_found',
      'finger_mismatch',
      'internal_error',
      'join_refused',
      'merchant_bio_invalid_response',
      'merchant_bio_rejected',
      'merchant_bio_timeout',
      'merchant_bio_unavailable',
      'processing_interrupted',
      'provider_error',
      'provider_timeout',
      'quality_too_low',
      'session_expired',
      'template_invalid',
      'too_many_attempts',
      'user_declined',
    ]);
  });

  it('an app may report three of them', () => {
    expect(APP_FAILURE_REASONS).toEqual(['capture_failed', 'device_not_supported', 'user_declined']);
    for (const reason of APP_FAILURE_REASONS) expect(FAILURE_CODES).toHaveProperty(reason);
  });
});
