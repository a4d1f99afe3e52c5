import { Type, type Static } from 'typebox';

export const AUDIENCE = 'authly-api';

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
