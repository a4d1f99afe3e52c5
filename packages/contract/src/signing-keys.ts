import { Type, type Static } from 'typebox';

export const SigningKey = Type.Object(
  {
    key_id: Type.String({ description: 'Global signing key id.' }),
    algorithm: Type.Literal('ed25519'),
    public_key_base64: Type.String({ description: 'SPKI DER, base64.' }),
    status: Type.Enum(['active', 'retiring'], {
      description: 'active: signs now. retiring: the old key, published in parallel during a rotation.',
    }),
  },
  { $id: 'SigningKey' },
);
export type SigningKey = Static<typeof SigningKey>;

export const SigningKeysResponse = Type.Object({ keys: Type.Array(SigningKey) }, { $id: 'SigningKeys' });
export type SigningKeysResponse = Static<typeof SigningKeysResponse>;
