import type { Environment } from '../config/environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyPurpose, SigningPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { SigningUnavailableError, type KeySigner } from './key-signer.ts';
import { newKeyId, type MadeKey } from './new-key.ts';

/** A device that makes keys, signs with them and never gives them away. Every method rejects with SigningUnavailableError while it is away. */
export interface SigningToken {
  /** For operators. */
  readonly name: string;
  /** New keys of these purposes are made in it. */
  readonly purposes: readonly SigningPurpose[];
  /** Makes an Ed25519 key under this id. Returns its public part, SPKI DER. */
  make(keyId: string): Promise<Buffer>;
  destroy(keyId: string): Promise<void>;
  sign(keyId: string, data: Uint8Array): Promise<Buffer>;
  /** Resolves where all of these could sign now. */
  look(keyIds: readonly string[]): Promise<void>;
  close(): void;
}

/** What is sealed in the store of a key that is kept in a token: nothing secret, but bound to its row as a private part is. */
interface TokenReference {
  readonly kept: 'pkcs11';
  readonly object: string;
  /** SPKI DER, base64: whoever changes the column beside it changes nothing. */
  readonly public_key: string;
}

export function tokenReference(keyId: string, publicKey: Buffer): Buffer {
  const reference: TokenReference = { kept: 'pkcs11', object: keyId, public_key: publicKey.toString('base64') };
  return Buffer.from(JSON.stringify(reference));
}

/** How every reference begins. Its first byte alone does not tell: a secret of random bytes may begin with any. */
const MARK = Buffer.from(JSON.stringify({ kept: 'pkcs11' } satisfies Partial<TokenReference>).slice(0, -1));

/** Undefined for a private part or a secret. */
export function readTokenReference(opened: Buffer): TokenReference | undefined {
  return opened.subarray(0, MARK.length).equals(MARK) ? (JSON.parse(opened.toString()) as TokenReference) : undefined;
}

/** Where its private part is. */
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
  `key ${keyId} is kept in a PKCS#11 token, and none is set: AUTHLY_SIGNING_PKCS11_MODULE`;

/** What may be made where it is kept. Called once without a key, to find out whether it may be at all. */
type Make<T> = (made?: MadeKey) => T & { readonly added: KeyRecord };

/**
 * Makes a key where keys of its purpose are kept, and keeps it: in the token, or in the store where there is none. Where it cannot be kept,
 * nothing of it is left in the token.
 */
export async function makeAndKeep<T>(
  token: SigningToken | undefined,
  of: { readonly purpose: KeyPurpose; readonly environment: Environment; readonly now: Instant },
  make: Make<T>,
  keep: (made: T & { readonly added: KeyRecord }) => Promise<boolean>,
): Promise<{ readonly made: T & { readonly added: KeyRecord }; readonly isKept: boolean }> {
  const here = make();
  if (!token?.purposes.some((each) => each === of.purpose)) return { made: here, isKept: await keep(here) };
  const id = newKeyId(of);
  const publicKey = await token.make(id);
  let isKept = false;
  try {
    const privatePart = tokenReference(id, publicKey);
    const made = make({ id, publicKey: publicKey.toString('base64'), privatePart });
    isKept = await keep(made);
    return { made, isKept };
  } finally {
    if (!isKept) await token.destroy(id).catch(() => {});
  }
}
