import { sealedFor } from '@authly/contract/app/sealed-for';
import type { Finger } from '@authly/contract/fingers';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BITS = 128;

export interface Sealed {
  readonly finger: Finger;
  readonly features: string;
  readonly enc_key: string;
}

/** AES-256-GCM under a key made for this one template, bound to the finger it is of. Key bytes and ciphertext are wiped; the caller wipes the template. */
export async function seal(template: Uint8Array<ArrayBuffer>, finger: Finger): Promise<Sealed> {
  const rawKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  try {
    const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
    const additionalData = new TextEncoder().encode(sealedFor('fingerprint', finger));
    // Web Crypto appends the tag to the ciphertext, as the record wants it.
    const ciphertext = new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData, tagLength: TAG_BITS }, key, template),
    );
    const sealed = new Uint8Array(IV_BYTES + ciphertext.length);
    sealed.set(iv);
    sealed.set(ciphertext, IV_BYTES);
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
