import { SEAL_VERSION, SEALED } from '@authly/contract/wire/sealing';
import { openAesGcm } from '../runtime/aes-gcm.ts';
import type { KeyOf, SealedFeatures } from './biometric-type.ts';
import type { Template } from './matcher.ts';

const { keyBytes: KEY_BYTES, ivBytes: IV_BYTES, tagBytes: TAG_BYTES, pointBytes: POINT_BYTES } = SEALED;

/** Version, key id, and base64 of the encapsulated key and the encrypted key. */
const ENC_KEY = new RegExp(`^v${SEAL_VERSION}\\.([A-Za-z0-9_]{1,64})\\.([A-Za-z0-9+/=]+)$`);

/** Empty unless it is an app's. */
export const keyIdOf = (encKey: string): string => ENC_KEY.exec(encKey)?.[1] ?? '';

/** Undefined: wrong key, sealed for another use, tampered or malformed. The caller wipes the template. */
export async function openFeatures(
  { features, encKey }: SealedFeatures,
  keyOf: KeyOf,
  boundTo: (context: string) => string,
): Promise<Template | undefined> {
  const [, keyId, base64] = ENC_KEY.exec(encKey) ?? [];
  const encrypted = base64 === undefined ? undefined : decode(base64);
  if (encrypted?.length !== POINT_BYTES + KEY_BYTES + TAG_BYTES) return undefined;
  const sealed = decode(features);
  if (sealed === undefined || sealed.length <= IV_BYTES + TAG_BYTES) return undefined;
  const key = await keyOf(keyId!);
  if (key === undefined) return undefined;
  const binding = Buffer.from(boundTo(key.context), 'ascii');
  const contentKey = await key.open(encrypted.subarray(0, POINT_BYTES), encrypted.subarray(POINT_BYTES), binding);
  try {
    const [iv, ciphertext] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES)];
    return contentKey && (await openAesGcm(contentKey, { iv, ciphertext, additionalData: binding }));
  } finally {
    contentKey?.fill(0);
    sealed.fill(0);
  }
}

/** Undefined unless it is the only text of its bytes: Buffer.from skips other characters. */
export function decode(text: string, encoding: 'base64' | 'base64url' = 'base64'): Buffer<ArrayBuffer> | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
