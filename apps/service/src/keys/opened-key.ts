import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { Environment } from '../runtime/environment.ts';
import { RefusedError } from '../runtime/refused-error.ts';
import type { KeyRecord } from './key-record.ts';
import { storedSigner, type KeySigner } from './key-signer.ts';
import { merchantSecrets, storedSealingKey, tokenSealingKey, type SealingKey } from './sealing-key.ts';
import { readTokenReference, tokenSigner, type SigningToken } from './signing-token.ts';

/** The keys of more merchants are derived again. */
const DERIVED_KEYS = 2000;

/** A key whose private part, or its reference to a token, is decrypted in memory. */
export class OpenedKey {
  readonly #key: KeyRecord;
  readonly #bytes: Buffer;
  readonly #token: SigningToken | undefined;
  #signer: KeySigner | undefined;
  readonly #sealingKeys = new Map<string, SealingKey>();
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

  /** The key of a merchant. A token has one for all. */
  sealingKey(environment: Environment, merchantId: string): SealingKey {
    const known = this.#sealingKeys.get(merchantId);
    if (known !== undefined) return known;
    const made = this.#newSealingKey(environment, merchantId);
    if (this.#sealingKeys.size >= DERIVED_KEYS) this.#sealingKeys.delete(this.#sealingKeys.keys().next().value!);
    this.#sealingKeys.set(merchantId, made);
    return made;
  }

  #newSealingKey(environment: Environment, merchantId: string): SealingKey {
    const reference = readTokenReference(this.#bytes);
    if (reference !== undefined) return tokenSealingKey(this.#token, reference);
    return storedSealingKey(this.#key.id, this.merchantSecrets(environment, merchantId));
  }

  /** The caller wipes them. */
  merchantSecrets(environment: Environment, merchantId: string): Buffer {
    if (this.isInToken)
      throw new RefusedError(`sealing key ${this.#key.id} is in a PKCS#11 token: its merchants cannot move`);
    return merchantSecrets(this.#bytes, environment, merchantId);
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
