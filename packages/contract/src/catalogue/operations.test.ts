import { describe, expect, it } from 'vitest';
import { BIO_OPERATIONS, OPERATION_NAMES, OPERATIONS } from '../wire/generated/operation-table.ts';
import { SCOPES } from '../wire/scopes.ts';
import { SECRET_FIELDS } from './secret-fields.ts';
import { SECRET_MARK, secretFieldNames } from '../schemas/secret.ts';

const JSON = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MIB = 1_048_576;
const KIB = 1024;

/** A second copy of the table, from the contract and the decisions. */
type Row = readonly [
  request: string,
  caller: string,
  scope: string | undefined,
  body: string | undefined,
  maxBodyBytes: number,
  success: number,
];
// biome-ignore format: one row a line
const SERVICE: Record<string, Row> = {
  issueToken: ['POST /oauth/token', 'client credentials', undefined, FORM, 64 * KIB, 200],
  createEnrollmentSession: ['POST /v1/enrollment-sessions', 'access token', 'enrollment:create', JSON, MIB, 201],
  createVerificationSession: ['POST /v1/verification-sessions', 'access token', 'verification:create', JSON, MIB, 201],
  readResult: ['GET /v1/sessions/{session_id}/result', 'access token', 'result:read', undefined, MIB, 200],
  cancelSession: ['POST /v1/sessions/{session_id}/cancel', 'access token', 'session:cancel', JSON, MIB, 200],
  listSigningKeys: ['GET /v1/signing-keys', 'nothing', undefined, undefined, MIB, 200],
  hostedOpened: ['POST /hosted/v1/opened', 'hosted token', undefined, undefined, 4 * KIB, 200],
  hostedSession: ['GET /hosted/v1/session', 'hosted token', undefined, undefined, 4 * KIB, 200],
  hostedEvents: ['GET /hosted/v1/events', 'hosted token', undefined, undefined, 4 * KIB, 200],
  hostedLink: ['GET /hosted/v1/link', 'hosted token', undefined, undefined, 4 * KIB, 200],
  hostedCancel: ['POST /hosted/v1/cancel', 'hosted token', undefined, undefined, 4 * KIB, 200],
  claimSession: ['POST /app/v1/claims', 'link token', undefined, JSON, 4 * KIB, 200],
  appSession: ['GET /app/v1/sessions/{session_id}', 'app token', undefined, undefined, 4 * KIB, 200],
  appConfirm: ['POST /app/v1/sessions/{session_id}/confirm', 'app token', undefined, JSON, 4 * KIB, 200],
  appCallback: ['POST /app/v1/sessions/{session_id}/callback', 'app token', undefined, JSON, MIB, 200],
  appFailure: ['POST /app/v1/sessions/{session_id}/failure', 'app token', undefined, JSON, 4 * KIB, 200],
};
const BIO: Record<string, Row> = {
  store: ['POST /enrollments', 'service signature', undefined, JSON, MIB, 200],
  lookup: ['POST /enrollments/lookup', 'service signature', undefined, JSON, MIB, 200],
};

describe.each([
  ['the service', OPERATIONS, SERVICE],
  ['the Merchant Bio API', BIO_OPERATIONS, BIO],
])('the operations of %s', (_, table, rows) => {
  it.each(Object.entries(table))('%s matches contract and decisions', (name, operation) => {
    const { method, path, caller, scope, body, maxBodyBytes, success } = operation;
    expect([`${method} ${path}`, caller, scope, body, maxBodyBytes, success]).toEqual(rows[name]);
  });

  it('are complete', () => {
    expect(Object.keys(table)).toEqual(Object.keys(rows));
  });
});

describe('the table of operations', () => {
  it('requires a scope with every access token, and each scope allows one kind of call', () => {
    const scopes = OPERATION_NAMES.flatMap((name) => OPERATIONS[name].scope ?? []);
    expect(scopes).toEqual(SCOPES);
    for (const { caller, scope } of Object.values(OPERATIONS))
      expect(scope !== undefined).toBe(caller === 'access token');
  });

  it('promises idempotency for the two creations and the merchant’s store only', () => {
    const idempotent = Object.entries({ ...OPERATIONS, ...BIO_OPERATIONS }).filter(([, row]) => row.idempotent);
    expect(idempotent.map(([name]) => name)).toEqual(['createEnrollmentSession', 'createVerificationSession', 'store']);
  });

  it('lets only a result, the page’s events and the app’s session and callback wait', () => {
    expect(OPERATION_NAMES.filter((name) => OPERATIONS[name].mayWait)).toEqual([
      'readResult',
      'hostedEvents',
      'appSession',
      'appCallback',
    ]);
  });
});

describe('the secret marks', () => {
  it('are on exactly these fields, which logs never show', () => {
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
