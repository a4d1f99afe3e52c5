import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** Signs with one key, in the store or in a token. */
export interface KeySigner {
  readonly id: string;
  /** Ed25519: 64 bytes. Rejects with SigningUnavailableError while the key is unavailable. */
  readonly sign: (data: Uint8Array) => Promise<Buffer>;
}

/** The device that holds the key is unavailable. The HTTP response is 503; operators read the message. */
export class SigningUnavailableError extends Error {
  override readonly name = 'SigningUnavailableError';
}

/** With a callback Node signs in its thread pool, so that other requests are not blocked. */
const signInPool = promisify(sign);

/** With a decrypted private key of the store. */
export function storedSigner(id: string, pkcs8: Buffer): KeySigner {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { id, sign: (data) => signInPool(null, data, key) };
}
