import { Type, type Static } from 'typebox';
import { LIMITS } from '../wire/limits.ts';
import type { Operation } from './operation.ts';

export const SigningKey = Type.Object(
  {
    key_id: Type.String({ description: 'Global signing key id.' }),
    algorithm: Type.Literal('ed25519', { description: 'Always Ed25519.' }),
    public_key_base64: Type.String({ description: 'SPKI DER, base64.' }),
    status: Type.Enum(['active', 'retiring'], {
      description: 'active: signs now. retiring: the old key, published in parallel during a rotation.',
    }),
  },
  { $id: 'SigningKey', description: 'A public key that verifies calls to a merchant Bio API.' },
);
export type SigningKey = Static<typeof SigningKey>;

export const SigningKeysResponse = Type.Object({ keys: Type.Array(SigningKey) }, { $id: 'SigningKeys' });
export type SigningKeysResponse = Static<typeof SigningKeysResponse>;

export const listSigningKeys: Operation = {
  summary: "The public keys that verify the service's calls to a merchant Bio API",
  method: 'GET',
  path: '/v1/signing-keys',
  caller: 'nothing',
  maxBodyBytes: LIMITS.jsonBodyBytes,
  success: 200,
  response: SigningKeysResponse,
  example: {
    answer: {
      keys: [
        {
          key_id: 'key_2026_01',
          algorithm: 'ed25519',
          public_key_base64: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
          status: 'active',
        },
      ],
    },
  },
};
