import { Type, type Static } from 'typebox';
import { secret } from './secret.ts';

export const AUDIENCE = 'authly-api';
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

export const AccessTokenClaims = Type.Object(
  {
    iss: Type.String({ description: 'The token issuer; it names the environment.' }),
    sub: Type.String({ description: 'The merchant_id.' }),
    aud: Type.Literal(AUDIENCE),
    exp: Type.Integer({ description: 'Expiry time, seconds since 1970.' }),
    iat: Type.Integer({ description: 'Issue time, seconds since 1970.' }),
    jti: Type.String({ description: 'The token id.' }),
    merchant_id: Type.String(),
    client_id: Type.String(),
    scope: Type.String({ description: 'Space-separated allowed scopes.' }),
  },
  { $id: 'AccessTokenClaims' },
);
export type AccessTokenClaims = Static<typeof AccessTokenClaims>;
