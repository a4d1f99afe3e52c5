import { SEALED, sealedFor } from '@authly/contract/sealed-for';
import type { Finger } from '@authly/contract/fingers';

const { keyBytes, ivBytes, tagBytes } = SEALED;

export interface Sealed {
  readonly finger: Finger;
  readonly features: string;
  readonly enc_key: string;
}

/** AES-256-GCM under a key made for this one template, bound to the finger it is of. Key bytes and ciphertext are wiped; the caller wipes the template. */
export async function seal(template: Uint8Array<ArrayBuffer>, finger: Finger): Promise<Sealed> {
  const rawKey = crypto.getRandomValues(new Uint8Array(keyBytes));
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  try {
    const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
    const additionalData = new TextEncoder().encode(sealedFor('fingerprint', finger));
    // Web Crypto appends the tag to the ciphertext, as the record wants it.
    const ciphertext = new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData, tagLength: tagBytes * 8 }, key, template),
    );
    const sealed = new Uint8Array(ivBytes + ciphertext.length);
    sealed.set(iv);
    sealed.set(ciphertext, ivBytes);
    return { finger, features: base64(sealed), enc_key: base64(rawKey) };
  } finally {
    rawKey.fill(0);
  }
}

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
