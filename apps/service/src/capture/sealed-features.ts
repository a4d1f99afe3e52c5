import { SEALED } from '@authly/contract/wire/sealing';
import { openAesGcm } from '../runtime/aes-gcm.ts';
import type { KeyedCapture } from './biometric-type.ts';
import { decode } from './canonical-base64.ts';
import type { Template } from './matcher.ts';

const { ivBytes: IV_BYTES, tagBytes: TAG_BYTES } = SEALED;

/** Returns undefined for a wrong key, and if they were sealed for another use, tampered with or malformed. The caller wipes the template. */
export async function openFeatures(
  { features, encKey, key }: KeyedCapture,
  boundTo: string,
): Promise<Template | undefined> {
  const sealed = decode(features);
  if (sealed === undefined || sealed.length <= IV_BYTES + TAG_BYTES) return undefined;
  const binding = Buffer.from(boundTo, 'ascii');
  const contentKey = await key.open(encKey.encapsulated, encKey.ciphertext, binding);
  try {
    const [iv, ciphertext] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES)];
    return contentKey && (await openAesGcm(contentKey, { iv, ciphertext, additionalData: binding }));
  } finally {
    contentKey?.fill(0);
    sealed.fill(0);
  }
}
