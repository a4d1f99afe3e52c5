import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import {
  DEVICE_MAGIC,
  DEVICE_TEXT_MAX,
  deviceChallengeText,
  deviceText,
  type BoundDevice,
  type DeviceAssertion,
} from '@authly/contract/wire/device';
import { attempted } from '../runtime/attempted.ts';
import type { Session } from '../session/session.ts';
import type { SealedFeatures } from './biometric-type.ts';
import type { Template } from './matcher.ts';
import { isSoundPoint } from './ed25519-point.ts';
import { decode } from './canonical-base64.ts';

/** An enrollment after its seal is opened. */
export interface Enrollment {
  readonly record: Template;
  readonly device?: DeviceKey;
}

export interface DeviceKey {
  readonly credentialId: string;
  readonly key: KeyObject;
}

const TEXT_AT = DEVICE_MAGIC.length + 2;

/** Undefined: a container that is cut, too long, not canonical, or has a key of another kind. The caller wipes both records. */
export function splitEnrollment(opened: Template): Enrollment | undefined {
  const bytes = Buffer.from(opened.buffer, opened.byteOffset, opened.length);
  if (bytes.toString('latin1', 0, DEVICE_MAGIC.length) !== DEVICE_MAGIC) return { record: opened };
  const length = bytes.length < TEXT_AT ? 0 : bytes.readUInt16BE(DEVICE_MAGIC.length);
  const recordAt = TEXT_AT + length;
  if (length > DEVICE_TEXT_MAX || bytes.length <= recordAt) return undefined;
  const device = deviceKey(bytes.toString('latin1', TEXT_AT, recordAt));
  // A copy with its own memory, which can be transferred to a thread.
  return device && { record: opened.slice(recordAt), device };
}

const deviceKey = (text: string): DeviceKey | undefined =>
  attempted(() => {
    const device = JSON.parse(text) as BoundDevice;
    // One text for each device: no further or repeated field, no spaces, no other order.
    if (deviceText(device) !== text || !decode(device.credential_id, 'base64url')?.length) return undefined;
    const der = decode(device.public_key, 'base64');
    const key = der && createPublicKey({ key: der, format: 'der', type: 'spki' });
    if (!key?.export({ format: 'der', type: 'spki' }).equals(der!) || !isOf(device.algorithm, key, der!))
      return undefined;
    return { credentialId: device.credential_id, key };
  });

/** OpenSSL takes no P-256 key that is not on its curve. */
function isOf(algorithm: number, { asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject, der: Buffer): boolean {
  const { modulusLength = 0, publicExponent, namedCurve } = asymmetricKeyDetails;
  if (algorithm === -7) return asymmetricKeyType === 'ec' && namedCurve === 'prime256v1';
  if (algorithm === -8) return asymmetricKeyType === 'ed25519' && isSoundPoint(der.subarray(-32));
  const isSound = modulusLength >= 2048 && modulusLength <= 4096 && publicExponent === 65_537n;
  return algorithm === -257 && asymmetricKeyType === 'rsa' && isSound;
}

/** The challenge of a verification, in base64url. `context` is that of the claim's seal. */
export function challengeOf({ id, displayText }: Session, context: string, capture: SealedFeatures): string {
  const hashes = [sha256(capture.features), sha256(capture.encKey), sha256(displayText ?? '')] as const;
  return hash('sha256', deviceChallengeText({ sessionId: id, context, hashes }), 'base64url');
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Owns the passkeys: the host of the app’s address, and the origins of all apps that use them. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const FLAGS_AT = 32;

/** Why an assertion is refused. Undefined: the device has signed the challenge, and its user was verified. */
export function assertionFault(
  { credentialId, key }: DeviceKey,
  assertion: DeviceAssertion | undefined,
  challenge: string,
  { id, origins }: RelyingParty,
): string | undefined {
  const data = decode(assertion?.authenticator_data ?? '', 'base64url');
  const clientJson = decode(assertion?.client_data_json ?? '', 'base64url');
  const signature = decode(assertion?.signature ?? '', 'base64url');
  const client = clientJson && clientDataOf(clientJson.toString());
  if (!assertion || !data || !clientJson || !signature || !client) return 'malformed';
  const signed = Buffer.concat([data, hash('sha256', clientJson, 'buffer')]);
  const flags = data[FLAGS_AT] ?? 0;
  // All of them run: the time of the answer does not tell which one failed.
  const checks = {
    // ES256 in DER. OpenSSL refuses other encodings of the same numbers.
    signature: verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature),
    credential: assertion.credential_id === credentialId,
    type: client['type'] === 'webauthn.get',
    challenge: client['challenge'] === challenge,
    origin: origins.some((origin) => client['origin'] === origin) && !client['crossOrigin'],
    relyingParty: data.subarray(0, FLAGS_AT).equals(hash('sha256', id, 'buffer')),
    userPresent: (flags & USER_PRESENT) !== 0,
    userVerified: (flags & USER_VERIFIED) !== 0,
  };
  return Object.entries(checks).find(([, holds]) => !holds)?.[0];
}

/** Undefined if a name is repeated: JSON.parse keeps the last of them only. Some clients escape slashes. */
function clientDataOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const client = attempted(() => JSON.parse(text) as Record<string, unknown> | null);
  return JSON.stringify(client) === text.replaceAll('\\/', '/') ? (client ?? undefined) : undefined;
}
