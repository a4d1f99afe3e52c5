import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SEALED } from '@authly/contract/sealed-for';
import type { SealedFeatures } from './biometric-type.ts';
import type { Template } from './matcher.ts';

const { keyBytes: KEY_BYTES, ivBytes: IV_BYTES, tagBytes: TAG_BYTES } = SEALED;
/** Canonical: the bits that padding leaves over are zero, so that the same bytes always have the same text. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * The template inside AES-256-GCM, or undefined when it does not open: wrong key, bound to something else, tampered or malformed.
 * The caller wipes it.
 */
export function openFeatures({ features, encKey }: SealedFeatures, boundTo: string): Template | undefined {
  const key = decode(encKey);
  const sealed = decode(features);
  try {
    if (key?.length !== KEY_BYTES || sealed === undefined || sealed.length <= IV_BYTES + TAG_BYTES) return undefined;
    return decrypt(key, sealed, boundTo);
  } finally {
    key?.fill(0);
    sealed?.fill(0);
  }
}

function decrypt(key: Uint8Array, sealed: Uint8Array, boundTo: string): Template | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo, 'ascii'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES));
  try {
    decipher.final();
    // A buffer of its own: what Node hands out may be a slice of a pool that others share, and could be neither wiped nor transferred.
    return Uint8Array.from(plain);
  } catch {
    return undefined;
  } finally {
    plain.fill(0);
  }
}

/** Strict: Buffer.from would skip what is not base64. */
function decode(text: string): Buffer | undefined {
  return text.length % 4 === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** What an app does before it sends: the way back of `openFeatures`, under a new key each time. */
export function sealFeatures(template: Uint8Array, boundTo: string): SealedFeatures {
  const key = randomBytes(SEALED.keyBytes);
  const iv = randomBytes(SEALED.ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo, 'ascii'));
  const features = Buffer.concat([iv, cipher.update(template), cipher.final(), cipher.getAuthTag()]);
  return { features: features.toString('base64'), encKey: key.toString('base64') };
}
