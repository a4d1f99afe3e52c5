import { payloadKey, type BiometricType } from '@authly/contract/wire/biometric-types';
import { SEAL_VERSION, SEALED } from '@authly/contract/wire/sealing';
import type { EncKey, KeyedCapture } from './biometric-type.ts';
import { decode } from './canonical-base64.ts';

/** What an app sends as `enc_key`: version, key id, and base64 of the encapsulated key and the encrypted content key. */
const ENC_KEY = new RegExp(`^v${SEAL_VERSION}\\.([A-Za-z0-9_]{1,64})\\.([A-Za-z0-9+/=]+)$`);

/** Returns undefined for a text that no app makes. */
export function readEncKey(text: string): EncKey | undefined {
  const [, keyId, base64 = ''] = ENC_KEY.exec(text) ?? [];
  const bytes = decode(base64);
  if (keyId === undefined || bytes?.length !== SEALED.pointBytes + SEALED.keyBytes + SEALED.tagBytes) return undefined;
  const [encapsulated, ciphertext] = [bytes.subarray(0, SEALED.pointBytes), bytes.subarray(SEALED.pointBytes)];
  return { text, keyId, encapsulated, ciphertext };
}

/** What a merchant stores as `enc_key`: the app's text and the mark of an enrollment that the service inspected and accepted. */
export function acceptedEncKey(type: BiometricType, { payload, features, encKey, key, context }: KeyedCapture): string {
  return `${encKey.text}.${key.mark(context, payloadKey(type, payload), { features, encKey: encKey.text })}`;
}

/** Reads the app's part of what a merchant stores. */
export const readAcceptedEncKey = (stored: string): EncKey | undefined =>
  readEncKey(stored.slice(0, stored.lastIndexOf('.')));
