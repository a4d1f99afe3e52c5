import type { SigningKey } from '@authly/contract/operations/list-signing-keys';
import { encodeBase64, utf8 } from '../bio/encoding.ts';
import type { PublicKey } from '../bio/fetch-key-list.ts';

/** A signing key of the service, both halves. */
export interface ServiceKey {
  readonly keyId: string;
  /** Base64, without the `v2=`. */
  sign(canonical: string): Promise<string>;
  /** Its entry in the list of signing keys. */
  published(status: SigningKey['status']): SigningKey;
}

export async function createServiceKey(keyId: string = `key-${crypto.randomUUID()}`): Promise<ServiceKey> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as Record<
    'publicKey' | 'privateKey',
    PublicKey
  >;
  const spki = encodeBase64(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)));
  return {
    keyId,
    async sign(canonical) {
      return encodeBase64(
        new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, utf8(canonical))),
      );
    },
    published: (status) => ({ key_id: keyId, algorithm: 'ed25519', public_key_base64: spki, status }),
  };
}
