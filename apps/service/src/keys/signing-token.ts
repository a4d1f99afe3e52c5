import { randomBytes } from 'node:crypto';
import type { Environment } from '../config/environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyPurpose, TokenPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { SigningUnavailableError, type KeySigner } from './key-signer.ts';
import { CONTEXT_SECRET_BYTES, newKeyId, type MadeKey } from './new-key.ts';

/** A device that creates keys and signs with them without revealing them. Every method rejects with SigningUnavailableError while it is unavailable. */
export interface SigningToken {
  /** For operators. */
  readonly name: string;
  /** New keys of these purposes are created in it. */
  readonly purposes: readonly TokenPurpose[];
  /** Creates a key with this id. Returns its public key, SPKI DER. */
  make(keyId: string, curve: 'ed25519' | 'p256'): Promise<Buffer>;
  destroy(keyId: string): Promise<void>;
  sign(keyId: string, data: Uint8Array): Promise<Buffer>;
  /** The Diffie-Hellman secret of a P-256 key and this point. */
  derive(keyId: string, point: Uint8Array): Promise<Buffer>;
  /** Resolves if all of these keys can be used now. */
  checkKeys(keyIds: readonly string[]): Promise<void>;
  close(): void;
}

/** Sealed in the store instead of a private key, and bound to its row. */
export interface TokenReference {
  readonly kept: 'pkcs11';
  readonly object: string;
  /** SPKI DER, base64. Sealed, so that changing the column beside it has no effect. */
  readonly public_key: string;
  /** Base64, of a sealing key alone. */
  readonly context_secret?: string;
}

export function tokenReference(keyId: string, publicKey: Buffer, contextSecret?: Buffer): Buffer {
  const reference: TokenReference = {
    kept: 'pkcs11',
    object: keyId,
    public_key: publicKey.toString('base64'),
    ...(contextSecret && { context_secret: contextSecret.toString('base64') }),
  };
  return Buffer.from(JSON.stringify(reference));
}

/** How every reference begins. One byte is not enough: a random secret may begin with any. */
const MARK = Buffer.from(JSON.stringify({ kept: 'pkcs11' } satisfies Partial<TokenReference>).slice(0, -1));

/** Undefined for a private key or a secret. */
export function readTokenReference(opened: Buffer): TokenReference | undefined {
  return opened.subarray(0, MARK.length).equals(MARK) ? (JSON.parse(opened.toString()) as TokenReference) : undefined;
}

export const keptIn = (opened: Buffer): 'store' | 'pkcs11' =>
  readTokenReference(opened) === undefined ? 'store' : 'pkcs11';

export function tokenSigner(token: SigningToken | undefined, { object: id }: TokenReference): KeySigner {
  return {
    id,
    sign: async (data) => {
      if (token === undefined) throw new SigningUnavailableError(noToken(id));
      return token.sign(id, data);
    },
  };
}

export const noToken = (keyId: string): string =>
  `key ${keyId} is in a PKCS#11 token, but AUTHLY_SIGNING_PKCS11_MODULE is not set`;

/** Creates a key in the token, or in the store where no token holds its purpose. A key that cannot be stored is destroyed in the token. */
export async function makeAndKeep<T extends { readonly added: KeyRecord }>(
  token: SigningToken | undefined,
  of: { readonly purpose: KeyPurpose; readonly environment: Environment; readonly now: Instant },
  /** Called once without a key first: it throws if the key must not be created. */
  make: (made?: MadeKey) => T,
  keep: (made: T) => Promise<boolean>,
): Promise<{ readonly made: T; readonly isKept: boolean }> {
  const here = make();
  if (!token?.purposes.some((each) => each === of.purpose)) return { made: here, isKept: await keep(here) };
  const id = newKeyId(of);
  const isSealing = of.purpose === 'capture-sealing';
  const publicKey = await token.make(id, isSealing ? 'p256' : 'ed25519');
  let isKept = false;
  try {
    const privatePart = tokenReference(id, publicKey, isSealing ? randomBytes(CONTEXT_SECRET_BYTES) : undefined);
    const made = make({ id, publicKey: publicKey.toString('base64'), privatePart });
    isKept = await keep(made);
    return { made, isKept };
  } finally {
    if (!isKept) await token.destroy(id).catch(() => {});
  }
}
