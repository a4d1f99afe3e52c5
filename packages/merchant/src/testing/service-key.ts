import type { SigningKey } from '@authly/contract/operations/list-signing-keys';
import { encodeBase64, utf8 } from '../bio/encoding.ts';
import type { PublicKey } from '../bio/fetch-key-list.ts';

export interface ServiceKey {
  readonly keyId: string;
  /** Base64, without the `v2=`. */
  sign(canonical: string): Promise<string>;
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

export interface FakeKeys {
  readonly active: ServiceKey;
  list(): SigningKey[];
  /** A scheduled rotation: a new active key, the old one published as retiring. Returns the old one. */
  rotate(): Promise<ServiceKey>;
  /** The key is no longer published, as at the end of a rotation or in an emergency. */
  remove(keyId: string): void;
}

export async function createFakeKeys(): Promise<FakeKeys> {
  let active = await createServiceKey();
  let published = new Map<string, SigningKey>([[active.keyId, active.published('active')]]);
  return {
    get active() {
      return active;
    },
    list: () => [...published.values()],
    async rotate() {
      const old = active;
      active = await createServiceKey();
      published = new Map(published)
        .set(old.keyId, old.published('retiring'))
        .set(active.keyId, active.published('active'));
      return old;
    },
    remove(keyId) {
      published.delete(keyId);
    },
  };
}
