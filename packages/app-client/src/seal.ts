import { encKeyText, SEAL_VERSION, SEALED, sealedFor } from '@authly/contract/wire/sealing';
import type { Finger } from '@authly/contract/wire/fingers';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import { AEAD_AES_256_GCM, CipherSuite, concat, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke';

const { keyBytes, ivBytes, tagBytes } = SEALED;

export interface Sealed {
  readonly finger: Finger;
  readonly features: string;
  readonly enc_key: string;
}

/** AES-256-GCM with a new key, which HPKE encrypts for the service. Wipes its key bytes; the caller wipes the template. */
export async function seal(template: Uint8Array<ArrayBuffer>, finger: Finger, to: ClaimSeal): Promise<Sealed> {
  if (to.version !== SEAL_VERSION) throw new Error('The service asks for a seal that this app does not know.');
  const boundTo = new TextEncoder().encode(sealedFor('fingerprint', to.context, finger));
  const rawKey = crypto.getRandomValues(new Uint8Array(keyBytes));
  try {
    const features = await encrypted(template, rawKey, boundTo);
    return { finger, features: base64(features), enc_key: await encryptedKey(rawKey, boundTo, to) };
  } finally {
    rawKey.fill(0);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

async function encrypted(template: Bytes, rawKey: Bytes, additionalData: Bytes): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
  const how = { name: 'AES-GCM', iv, additionalData, tagLength: tagBytes * 8 };
  return concat(iv, new Uint8Array(await crypto.subtle.encrypt(how, key, template)));
}

async function encryptedKey(rawKey: Bytes, info: Bytes, { key_id, public_key }: ClaimSeal): Promise<string> {
  const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
  const publicKey = await suite.DeserializePublicKey(bytesOf(public_key));
  const { encapsulatedSecret, ciphertext } = await suite.Seal(publicKey, rawKey, { info });
  return encKeyText(key_id, base64(concat(encapsulatedSecret, ciphertext)));
}

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const bytesOf = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
