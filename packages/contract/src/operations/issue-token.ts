import { Type, type Static } from 'typebox';
import { handling, MISTAKE, RETRY_NO, SORRY } from '../wire/error-details.ts';
import { LIMITS } from '../wire/limits.ts';
import { FORM_BODY } from '../wire/operation-row.ts';
import { secret } from '../schemas/secret.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import type { Operation } from './operation.ts';

export const GRANT_TYPE = 'client_credentials';

const EITHER_WAY =
  'Here or by Authorization: Basic (RFC 6749 §2.3.1), form-urlencoded inside. Required one way, refused both ways.';

export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: 'Must be client_credentials.', examples: [GRANT_TYPE] }),
    client_id: Type.Optional(Type.String({ description: EITHER_WAY })),
    client_secret: Type.Optional(secret(Type.String({ description: EITHER_WAY }))),
    scope: Type.Optional(
      Type.String({ description: 'Space-separated. When omitted, all scopes that the client may ask for.' }),
    ),
  },
  { $id: 'TokenRequest' },
);
export type TokenRequest = Static<typeof TokenRequest>;

export const TokenResponse = Type.Object(
  {
    access_token: secret(Type.String({ description: 'A short-lived JWT.' })),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds.', examples: [600] }),
    scope: Type.String({ description: 'Space-separated granted scopes.' }),
  },
  { $id: 'TokenResponse' },
);
export type TokenResponse = Static<typeof TokenResponse>;

export const issueToken: Operation = {
  summary: 'Exchange client credentials for an access token',
  method: 'POST',
  path: '/oauth/token',
  caller: 'client credentials',
  body: FORM_BODY,
  maxBodyBytes: LIMITS.formBodyBytes,
  success: 200,
  request: TokenRequest,
  response: TokenResponse,
  sharedErrors: ['rate_limited'],
  errors: {
    unsupported_grant_type: {
      status: 400,
      message: 'Only the grant type client_credentials is supported.',
      handling: handling('Send `grant_type=client_credentials`.', ...MISTAKE),
    },
    invalid_scope: {
      status: 400,
      message: 'The requested scope is outside what this client may ask for.',
      handling: handling(
        'Ask only for scopes that your operator granted, or leave `scope` out to get all of them.',
        ...MISTAKE,
      ),
    },
    invalid_client: {
      status: 401,
      message: 'Client authentication failed.',
      handling: handling(
        'Check the client id and the secret (`AUTHLY_CLIENT_ID` and `AUTHLY_CLIENT_SECRET` of the SDK) and the environment: test credentials do not work in production. The client may have been revoked.',
        SORRY,
        RETRY_NO,
        'yes. No session can be created until it is fixed.',
      ),
    },
  },
  example: {
    body: {
      grant_type: GRANT_TYPE,
      client_id: EXAMPLE_VALUES.clientId,
      client_secret: EXAMPLE_VALUES.clientSecret,
    },
    answer: {
      access_token: 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhdXRobHktdGVzdCJ9.c2lnbmF0dXJl',
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'enrollment:create verification:create result:read session:cancel',
    },
  },
};
