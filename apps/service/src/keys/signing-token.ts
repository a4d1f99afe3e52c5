import { randomBytes } from 'node:crypto';
import type { Environment } from '../runtime/environment.ts';
import type { Instant } from '../session/session.ts';
import type { StoredPurpose, TokenPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { SigningUnavailableError, type KeySigner } from './key-signer.ts';
import { newKeyId, type MadeKey } from './new-key.ts';

/** A device that creates keys and signs without revealing them. Every method rejects with SigningUnavailableError while it is unavailable. */
export interface SigningToken {
  readonly name: string;
  readonly purposes: readonly TokenPurpose[];
  /** Returns the public key, SPKI DER. */
  make(keyId: string, curve: 'ed25519' | 'p256'): Promise<Buffer>;
  destroy(keyId: string): Promise<void>;
  sign(keyId: string, data: Uint8Array): Promise<Buffer>;
  /** Returns the Diffie-Hellman secret of a P-256 key and this point. */
  derive(keyId: string, point: Uint8Array): Promise<Buffer>;
  /** Resolves if all of these keys can be used now. */
  checkKeys(keyIds: readonly string[]): Promise<void>;
  close(): void;
}

/** Sealed in the store instead of a private key. */
export interface TokenReference {
  readonly kept: 'pkcs11';
  readonly object: string;
  /** SPKI DER, base64. Sealed, so that a change of the plain column has no effect. */
  readonly public_key: string;
  /** Base64. Only for a sealing key. */
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

/** Every reference begins with this. One byte would not be enough: a random secret may begin with any. */
const MARK = Buffer.from(JSON.stringify({ kept: 'pkcs11' } satisfies Partial<TokenReference>).slice(0, -1));

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

/** Creates a key in the token, or in the store if no token holds its purpose. */
export async function makeAndKeep<T extends { readonly added: KeyRecord }>(
  token: SigningToken | undefined,
  of: { readonly purpose: StoredPurpose; readonly environment: Environment; readonly now: Instant },
  /** Called first without a key: it throws if the key must not be created. */
  make: (made?: MadeKey) => T,
  keep: (made: T) => Promise<boolean>,
): Promise<{ readonly made: T; readonly isKept: boolean }> {
  const here = make();
  if (!token?.purposes.some((each) => each === of.purpose)) return { made: here, isKept: await keep(here) };
  const id = newKeyId(of);
  const isSealing = of.purpose === 'capture-sealing';
  const publicKey = await token.make(id, isSealing ? 'p256' : 'ed25519');
  const privatePart = tokenReference(id, publicKey, isSealing ? randomBytes(32) : undefined);
  const made = make({ id, publicKey: publicKey.toString('base64'), privatePart });
  // After an error the key may be stored, so the token keeps it.
  const isKept = await keep(made);
  if (!isKept) await token.destroy(id).catch(() => {});
  return { made, isKept };
}
