import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import { SECRET_FIELDS } from './secret-fields.ts';
import { SECRET_MARK, secretFieldNames } from './secret.ts';

/** Method, path, scope and success status of every endpoint, as contract and decisions write them. */
const ENDPOINTS: Record<
  string,
  readonly [request: string, bearer: string, scope: string | undefined, success: number]
> = {
  issueToken: ['POST /oauth/token', 'none', undefined, 200],
  createEnrollmentSession: ['POST /v1/enrollment-sessions', 'access token', 'enrollment:create', 201],
  createVerificationSession: ['POST /v1/verification-sessions', 'access token', 'verification:create', 201],
  readResult: ['GET /v1/sessions/{session_id}/result', 'access token', 'result:read', 200],
  cancelSession: ['POST /v1/sessions/{session_id}/cancel', 'access token', 'session:cancel', 200],
  listSigningKeys: ['GET /v1/signing-keys', 'none', undefined, 200],
  hostedOpened: ['POST /hosted/v1/opened', 'hosted token', undefined, 200],
  hostedSession: ['GET /hosted/v1/session', 'hosted token', undefined, 200],
  hostedEvents: ['GET /hosted/v1/events', 'hosted token', undefined, 200],
  hostedLink: ['GET /hosted/v1/link', 'hosted token', undefined, 200],
  hostedConfirm: ['POST /hosted/v1/confirm', 'hosted token', undefined, 200],
  hostedCancel: ['POST /hosted/v1/cancel', 'hosted token', undefined, 200],
  claimSession: ['POST /app/v1/claims', 'none', undefined, 200],
  appSession: ['GET /app/v1/sessions/{session_id}', 'app token', undefined, 200],
  appCallback: ['POST /app/v1/sessions/{session_id}/callback', 'app token', undefined, 200],
  appFailure: ['POST /app/v1/sessions/{session_id}/failure', 'app token', undefined, 200],
};

describe('the operations', () => {
  it.each(Object.entries(ENDPOINTS))('%s is %j', (name, [request, bearer, scope, success]) => {
    const operation = OPERATIONS[name as keyof typeof OPERATIONS];
    expect(`${operation.method} ${operation.path}`).toBe(request);
    expect([operation.bearer, operation.scope, operation.success.status]).toEqual([bearer, scope, success]);
  });

  it('are these and no other', () => {
    expect(Object.keys(OPERATIONS)).toEqual(OPERATION_NAMES);
    expect(Object.keys(ENDPOINTS)).toEqual(OPERATION_NAMES);
  });

  it('idempotency is promised on the two creates alone', () => {
    expect(OPERATION_NAMES.filter((name) => OPERATIONS[name].idempotent)).toEqual([
      'createEnrollmentSession',
      'createVerificationSession',
    ]);
  });

  it('the token endpoint takes a form, every other body is JSON', () => {
    const types = OPERATION_NAMES.flatMap((name) => OPERATIONS[name].body?.type ?? []);
    expect(OPERATIONS.issueToken.body?.type).toBe('application/x-www-form-urlencoded');
    expect(types.filter((type) => type !== 'application/json')).toHaveLength(1);
  });
});

describe('the secret marks', () => {
  it('are on these fields and no other: a log never shows them', () => {
    expect(SECRET_FIELDS).toEqual([
      'access_token',
      'app_nonce',
      'app_token',
      'app_url',
      'client_secret',
      'enc_key',
      'features',
      'link_token',
      'popup_url',
    ]);
  });

  it('are found at any depth, in unions and arrays too', () => {
    const marked = { type: 'string', [SECRET_MARK]: true };
    const deep = {
      anyOf: [
        { type: 'null' },
        {
          type: 'array',
          items: { properties: { outer: { properties: { b_secret: marked, open: { type: 'string' } } } } },
        },
      ],
    };
    expect(secretFieldNames([deep, { properties: { a_secret: marked } }])).toEqual(['a_secret', 'b_secret']);
  });
});
