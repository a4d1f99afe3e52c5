import { DEVICE_MAGIC, deviceChallengeText, deviceText, type BoundDevice } from '@authly/contract/wire/device';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { Sealed } from './seal.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** An enrollment with a device seals this instead of the record. The caller wipes both. */
export function withDevice(record: Bytes, device: BoundDevice): Bytes {
  const [magic, text] = [utf8(DEVICE_MAGIC), utf8(deviceText(device))];
  const start = magic.length + 2;
  const container = new Uint8Array(start + text.length + record.length);
  container.set(magic);
  new DataView(container.buffer).setUint16(magic.length, text.length);
  container.set(text, start);
  container.set(record, start + text.length);
  return container;
}

type Claimed = Pick<ClaimResponse, 'session_id' | 'seal' | 'display_text'>;

/** The passkey signs this in a verification, after the capture is sealed. */
export async function deviceChallenge(
  { session_id: sessionId, seal, display_text: displayText = '' }: Claimed,
  { features, enc_key: encKey }: Omit<Sealed, 'finger'>,
): Promise<Bytes> {
  const hashes = [await hexHash(features), await hexHash(encKey), await hexHash(displayText)] as const;
  return sha256(deviceChallengeText({ sessionId, context: seal.context, hashes }));
}

const sha256 = async (text: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)));

const hexHash = async (text: string): Promise<string> =>
  Array.from(await sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
