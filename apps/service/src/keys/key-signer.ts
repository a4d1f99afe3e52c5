import { createPrivateKey, sign } from 'node:crypto';

export interface KeySigner {
  readonly id: string;
  /** Ed25519. Rejects with SigningUnavailableError while the key is unavailable. */
  readonly sign: (data: Uint8Array) => Promise<Buffer>;
}

/** The HTTP status is 503. Operators see the message. */
export class SigningUnavailableError extends Error {
  override readonly name = 'SigningUnavailableError';
}

export function storedSigner(id: string, pkcs8: Buffer): KeySigner {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { id, sign: async (data) => sign(null, data, key) };
}
