/** A merchant's setting. `off`: its sessions know nothing of devices. */
export const DEVICE_BINDINGS = ['off', 'offered', 'required'] as const;
export type DeviceBinding = (typeof DEVICE_BINDINGS)[number];

/** The result's `device`, where the setting is not `off`. */
export const DEVICE_STATES = ['bound', 'unbound'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** COSE numbers of ES256, EdDSA and RS256, best first. */
export const DEVICE_ALGORITHMS = [-7, -8, -257] as const;

/** A sealed enrollment with a device: these four bytes, a 16-bit length, that many bytes of JSON (`deviceText`), the record. */
export const DEVICE_MAGIC = 'AUD1';
/** Length of the longest JSON: a credential id of 1,023 bytes and an RSA key of 4,096 bits. */
export const DEVICE_TEXT_MAX = 2400;

/** The passkey of an enrollment. */
export interface BoundDevice {
  /** Base64url. */
  readonly credential_id: string;
  /** Base64 of the SPKI in DER. */
  readonly public_key: string;
  readonly algorithm: (typeof DEVICE_ALGORITHMS)[number];
}

/** The only text of a device that the service accepts: no other order, no spaces. */
export const deviceText = ({ credential_id, public_key, algorithm }: BoundDevice): string =>
  JSON.stringify({ credential_id, public_key, algorithm });

/** A WebAuthn assertion of the device, in base64url. */
export type DeviceAssertion = Readonly<
  Record<'credential_id' | 'authenticator_data' | 'client_data_json' | 'signature', string>
>;

interface Signed {
  readonly sessionId: string;
  /** The `context` of the claim's `seal`. */
  readonly context: string;
  /** Lower-case hex SHA-256 of `features`, of `enc_key` and of the session's `display_text`, which may be empty. */
  readonly hashes: readonly [features: string, encKey: string, displayText: string];
}

/** The challenge is its SHA-256: device, capture, session and the text that was shown are one signature. */
export const deviceChallengeText = ({ sessionId, context, hashes }: Signed): string =>
  ['authly:device:v1', sessionId, context, ...hashes].join('\n');
