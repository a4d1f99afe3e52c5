import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ALREADY_INITIALIZED, ALREADY_LOGGED_IN, Cryptoki, CryptokiError, OK, type Handle } from './cryptoki.ts';
import type { CurveName } from './curves.ts';
import { TokenKeys } from './token-keys.ts';
import type { TokenSettings } from './token-calls.ts';

export class MissingKeyError extends Error {
  constructor(keyId: string) {
    super(`key ${keyId} is not in it`);
    this.name = 'MissingKeyError';
  }
}

const CKF_RW_SESSION = 2;
const CKF_SERIAL_SESSION = 4;
const CKU_USER = 1;
const MAX_SLOTS = 256;
/** CK_TOKEN_INFO begins with the label, padded with blanks. */
const [TOKEN_INFO_BYTES, LABEL_BYTES] = [512, 32];

interface Session {
  readonly slot: Handle;
  readonly handle: Handle;
}

/** A logged-in session. A call that fails is retried once with a new session: removing a device invalidates sessions and handles. */
export class TokenSession {
  readonly #settings: TokenSettings;
  readonly #cryptoki: Cryptoki;
  readonly #keys: TokenKeys;
  readonly #handles = new Map<string, Handle>();
  #session: Session | undefined;
  #rejectedPin: { readonly hash: string; readonly error: CryptokiError } | undefined;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
    this.#cryptoki = new Cryptoki(settings.module);
    this.#keys = new TokenKeys(this.#cryptoki);
  }

  sign(keyId: string, data: Uint8Array): Buffer {
    return this.#withSession(({ handle }) => this.#keys.sign(handle, this.#privateKey(handle, keyId), data));
  }

  derive(keyId: string, point: Uint8Array): Buffer {
    return this.#withSession(({ handle }) => this.#keys.derive(handle, this.#privateKey(handle, keyId), point));
  }

  /** Throws if a key is missing. Asks the token each time, because a handle outlives its object. */
  checkKeys(keyIds: readonly string[]): void {
    this.#withSession(({ handle }) => {
      this.#handles.clear();
      for (const keyId of keyIds) this.#privateKey(handle, keyId);
    });
  }

  make(keyId: string, curve: CurveName): Buffer {
    return this.#withWriteSession((handle) => {
      if (this.#keys.findPrivate(handle, keyId) !== undefined) throw new Error(`there is a key ${keyId} already`);
      return this.#keys.generate(handle, keyId, curve);
    });
  }

  destroy(keyId: string): void {
    this.#handles.delete(keyId);
    this.#withWriteSession((handle) => this.#keys.destroy(handle, keyId));
  }

  #withSession<T>(work: (session: Session) => T): T {
    const canRetry = this.#session !== undefined;
    try {
      return work((this.#session ??= this.#logIn()));
    } catch (error) {
      this.#session = undefined;
      this.#handles.clear();
      this.#cryptoki.try('C_Finalize', null);
      if (!canRetry || (error instanceof CryptokiError && error.isAboutPin)) throw error;
    }
    return this.#withSession(work);
  }

  #withWriteSession<T>(work: (handle: Handle) => T): T {
    return this.#withSession(({ slot }) => {
      const handle = this.#open(slot, CKF_SERIAL_SESSION | CKF_RW_SESSION);
      try {
        return work(handle);
      } finally {
        this.#cryptoki.try('C_CloseSession', handle);
      }
    });
  }

  /** The PIN file is read at each login, so that a new PIN needs no restart. A rejected PIN is not tried again: tokens count attempts. */
  #logIn(): Session {
    const started = this.#cryptoki.try('C_Initialize', null);
    if (started !== OK && started !== ALREADY_INITIALIZED) throw new CryptokiError('C_Initialize', started);
    const slot = this.#findSlot();
    const handle = this.#open(slot, CKF_SERIAL_SESSION);
    const pin = Buffer.from(readFileSync(this.#settings.pinFile, 'utf8').trimEnd());
    const pinHash = hash('sha256', pin);
    if (this.#rejectedPin?.hash === pinHash) throw this.#rejectedPin.error;
    const result = this.#cryptoki.try('C_Login', handle, CKU_USER, pin, pin.length);
    pin.fill(0);
    if (result === OK || result === ALREADY_LOGGED_IN) return { slot, handle };
    const error = new CryptokiError('C_Login', result);
    if (error.isAboutPin) this.#rejectedPin = { hash: pinHash, error };
    throw error;
  }

  #open(slot: Handle, flags: number): Handle {
    const handle: [Handle] = [0];
    this.#cryptoki.call('C_OpenSession', slot, flags, null, null, handle);
    return handle[0];
  }

  #findSlot(): Handle {
    const [slots, count]: [Handle[], [number]] = [Array.from({ length: MAX_SLOTS }, () => 0), [MAX_SLOTS]];
    this.#cryptoki.call('C_GetSlotList', 1, slots, count);
    const found = slots.slice(0, count[0]).filter((each) => this.#labelOf(each) === this.#settings.token);
    if (found.length === 1) return found[0]!;
    throw new Error(found.length === 0 ? 'there is no such token' : 'several tokens have this label');
  }

  #labelOf(slot: Handle): string | undefined {
    const info = Buffer.alloc(TOKEN_INFO_BYTES);
    const isKnown = this.#cryptoki.try('C_GetTokenInfo', slot, info) === OK;
    return isKnown ? info.subarray(0, LABEL_BYTES).toString().trimEnd() : undefined;
  }

  #privateKey(session: Handle, keyId: string): Handle {
    const found = this.#handles.get(keyId) ?? this.#keys.findPrivate(session, keyId);
    if (found === undefined) throw new MissingKeyError(keyId);
    this.#handles.set(keyId, found);
    return found;
  }
}
