import { generateKeyPairSync, hash, sign, type KeyPairKeyObjectResult } from 'node:crypto';
import { withDevice } from '@authly/app-client/device.ts';
import type { BoundDevice, DeviceAssertion } from '@authly/contract/wire/device';

const KEYS = {
  ES256: { algorithm: -7, pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  EdDSA: { algorithm: -8, pair: () => generateKeyPairSync('ed25519') },
  RS256: { algorithm: -257, pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
} as const;
export type AlgorithmName = keyof typeof KEYS;
export const ALGORITHM_NAMES = Object.keys(KEYS) as AlgorithmName[];

export const RELYING_PARTY = { id: 'authly.test', origins: ['https://authly.test'] };

/** The data that an authenticator signs. A test changes a part of it. */
export interface Ceremony {
  readonly challenge: string;
  readonly client?: object;
  readonly clientText?: string;
  readonly rpId?: string;
  readonly flags?: number;
}

let devices = 0;

/** A phone with one passkey. */
export class TestDevice {
  readonly device: BoundDevice;
  readonly #algorithm: number;
  readonly #pair: KeyPairKeyObjectResult;

  constructor(name: AlgorithmName = 'ES256') {
    const { algorithm, pair } = KEYS[name];
    this.#pair = pair();
    this.#algorithm = algorithm;
    const der = this.#pair.publicKey.export({ type: 'spki', format: 'der' });
    this.device = {
      credential_id: hash('sha256', `credential ${++devices}`, 'base64url'),
      public_key: der.toString('base64'),
      algorithm,
    };
  }

  /** A record bound to this device. */
  bind(record: Uint8Array): Uint8Array<ArrayBuffer> {
    return withDevice(Uint8Array.from(record), this.device);
  }

  sign({ challenge, client, clientText, rpId = RELYING_PARTY.id, flags = 0x05 }: Ceremony): DeviceAssertion {
    const origin = RELYING_PARTY.origins[0];
    const text =
      clientText ?? JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false, ...client });
    const data = Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.of(flags, 0, 0, 0, 0)]);
    return {
      credential_id: this.device.credential_id,
      authenticator_data: data.toString('base64url'),
      client_data_json: Buffer.from(text).toString('base64url'),
      signature: this.signed(Buffer.concat([data, hash('sha256', text, 'buffer')])).toString('base64url'),
    };
  }

  signed(bytes: Uint8Array): Buffer {
    return sign(this.#algorithm === -8 ? null : 'sha256', bytes, this.#pair.privateKey);
  }
}
