import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** Signs with one key, wherever its private part is kept. */
export interface KeySigner {
  readonly id: string;
  /** Ed25519: 64 bytes. Rejects with SigningUnavailableError where the key is out of reach. */
  readonly sign: (data: Uint8Array) => Promise<Buffer>;
}

/** The keys are there, but what holds them cannot be asked now. The HTTP answer is 503; operators read the message. */
export class SigningUnavailableError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SigningUnavailableError';
  }
}

/** With a callback Node signs in its thread pool: other calls do not wait for the signature. */
const signInPool = promisify(sign);

/** With a private part that lies sealed in the store and was opened. */
export function storedSigner(id: string, pkcs8: Buffer): KeySigner {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { id, sign: (data) => signInPool(null, data, key) };
}
