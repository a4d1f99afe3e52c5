import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { KeyRecord } from './key-record.ts';
import { storedSigner, type KeySigner } from './key-signer.ts';
import { storedSealingKey, tokenSealingKey, type SealingKey } from './sealing-key.ts';
import { readTokenReference, tokenSigner, type SigningToken } from './signing-token.ts';

/** A key whose private part, or its reference to a token, is decrypted in memory. */
export class OpenedKey {
  readonly #key: KeyRecord;
  readonly #bytes: Buffer;
  readonly #token: SigningToken | undefined;
  #signer: KeySigner | undefined;
  #sealingKey: SealingKey | undefined;
  #secret: KeyObject | undefined;
  #publicKey: KeyObject | undefined;

  constructor(key: KeyRecord, bytes: Buffer, token: SigningToken | undefined) {
    this.#key = key;
    this.#bytes = bytes;
    this.#token = token;
  }

  get isInToken(): boolean {
    return readTokenReference(this.#bytes) !== undefined;
  }

  get signer(): KeySigner {
    const reference = readTokenReference(this.#bytes);
    return (this.#signer ??=
      reference === undefined ? storedSigner(this.#key.id, this.#bytes) : tokenSigner(this.#token, reference));
  }

  get sealingKey(): SealingKey {
    const reference = readTokenReference(this.#bytes);
    return (this.#sealingKey ??=
      reference === undefined ? storedSealingKey(this.#key.id, this.#bytes) : tokenSealingKey(this.#token, reference));
  }

  get secret(): KeyObject {
    return (this.#secret ??= createSecretKey(this.#bytes));
  }

  get publicKey(): KeyObject {
    const key = Buffer.from(this.#key.publicKey!, 'base64');
    return (this.#publicKey ??= createPublicKey({ key, format: 'der', type: 'spki' }));
  }

  wipe(): void {
    this.#bytes.fill(0);
  }
}
