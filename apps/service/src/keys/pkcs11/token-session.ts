import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Cryptoki, mechanism, roomForWords, Template, Word, words } from './cryptoki.ts';
import { publicKeyOf } from './public-point.ts';
import { ALREADY_LOGGED_IN, CryptokiError, OK } from './return-values.ts';
import type { TokenPlace } from './settings.ts';

/** The token is there; this key is not. */
export class MissingKeyError extends Error {
  constructor(keyId: string) {
    super(`key ${keyId} is not in it`);
    this.name = 'MissingKeyError';
  }
}

const SERIAL = 4;
const READ_WRITE = 2;
const USER = 1;
const [CLASS, IS_TOKEN, IS_PRIVATE, LABEL, KEY_TYPE, ID, SENSITIVE, SIGN, VERIFY, EXTRACTABLE, EC_PARAMS, EC_POINT] = [
  0x0, 0x1, 0x2, 0x3, 0x100, 0x102, 0x103, 0x108, 0x10a, 0x162, 0x180, 0x181,
];
const [PUBLIC_KEY, PRIVATE_KEY] = [2, 3];
const EDWARDS = 0x40;
const EDWARDS_KEY_PAIR = 0x1055;
const EDDSA = 0x1057;
const SIGNATURE_BYTES = 64;
const MAX_SLOTS = 256;
const MAX_POINT_BYTES = 128;
/** Ed25519 by its OID, and by the name that 3.0 gives it: devices know one of them. */
const CURVES = [Buffer.from('06032b6570', 'hex'), Buffer.from('130c656477617264733235353139', 'hex')];

/**
 * A session with the token. What fails is tried once more on a module that was begun anew: sessions end when a device is taken out, and
 * what the module knew of it is stale.
 */
export class TokenSession {
  readonly #place: TokenPlace;
  readonly #cryptoki: Cryptoki;
  readonly #handles = new Map<string, bigint>();
  #session: { readonly slot: bigint; readonly handle: bigint } | undefined;
  #refusedPin: { readonly hash: string; readonly error: CryptokiError } | undefined;

  constructor(place: TokenPlace) {
    this.#place = place;
    this.#cryptoki = new Cryptoki(place.module);
  }

  sign(keyId: string, data: Uint8Array): Buffer {
    return this.#perhapsAnew(({ handle }) => {
      const [signature, length] = [Buffer.alloc(SIGNATURE_BYTES), new Word(SIGNATURE_BYTES)];
      this.#cryptoki.do('C_SignInit', handle, mechanism(EDDSA), this.#privateKey(handle, keyId));
      this.#cryptoki.do('C_Sign', handle, Buffer.from(data), data.length, signature, length.bytes);
      if (length.value !== BigInt(SIGNATURE_BYTES)) throw new Error(`a signature of ${length.value} bytes`);
      return signature;
    });
  }

  /** Throws where one of them is not there now. Asked of the token each time: handles outlive what they stood for. */
  look(keyIds: readonly string[]): void {
    this.#perhapsAnew(({ handle }) => {
      this.#handles.clear();
      for (const keyId of keyIds) this.#privateKey(handle, keyId);
    });
  }

  /** Makes a key that never leaves the token. Returns its public part, SPKI DER. */
  make(keyId: string): Buffer {
    return this.#perhapsAnew((session) =>
      this.#writing(session, (handle) => {
        if (this.#find(handle, PRIVATE_KEY, keyId) !== undefined) throw new Error(`there is a key ${keyId} already`);
        return this.#generate(handle, keyId);
      }),
    );
  }

  destroy(keyId: string): void {
    this.#perhapsAnew((session) =>
      this.#writing(session, (handle) => {
        this.#handles.delete(keyId);
        for (const kind of [PRIVATE_KEY, PUBLIC_KEY]) {
          const object = this.#find(handle, kind, keyId);
          if (object !== undefined) this.#cryptoki.do('C_DestroyObject', handle, object);
        }
      }),
    );
  }

  #perhapsAnew<T>(work: (session: { slot: bigint; handle: bigint }) => T): T {
    const wasOpen = this.#session !== undefined;
    try {
      return work(this.#opened());
    } catch (error) {
      this.#forget();
      if (!wasOpen || (error instanceof CryptokiError && error.isAboutPin)) throw error;
    }
    try {
      return work(this.#opened());
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    this.#session = undefined;
    this.#handles.clear();
    this.#cryptoki.ask('C_Finalize', null);
  }

  #opened(): { slot: bigint; handle: bigint } {
    if (this.#session !== undefined) return this.#session;
    this.#cryptoki.initialize();
    const slot = this.#findSlot();
    const handle = this.#open(slot, SERIAL);
    this.#login(handle);
    return (this.#session = { slot, handle });
  }

  #open(slot: bigint, flags: number): bigint {
    const handle = new Word();
    this.#cryptoki.do('C_OpenSession', slot, flags, null, null, handle.bytes);
    return handle.value;
  }

  #writing<T>({ slot }: { slot: bigint }, work: (handle: bigint) => T): T {
    const handle = this.#open(slot, SERIAL | READ_WRITE);
    try {
      return work(handle);
    } finally {
      this.#cryptoki.ask('C_CloseSession', handle);
    }
  }

  #findSlot(): bigint {
    const { token, slot } = this.#place;
    if (token === undefined) return BigInt(slot!);
    const [list, count] = [roomForWords(MAX_SLOTS), new Word(MAX_SLOTS)];
    this.#cryptoki.do('C_GetSlotList', 1, list, count.bytes);
    const found = words(list, Number(count.value)).filter((each) => this.#labelOf(each) === token);
    if (found.length === 1) return found[0]!;
    throw new Error(found.length === 0 ? 'there is no such token' : 'several tokens have this label: name its slot');
  }

  /** CK_TOKEN_INFO begins with 32 bytes, filled up with blanks. */
  #labelOf(slot: bigint): string | undefined {
    const info = Buffer.alloc(512);
    return this.#cryptoki.ask('C_GetTokenInfo', slot, info) === OK
      ? info.subarray(0, 32).toString().trimEnd()
      : undefined;
  }

  /** The file is read at each login, so that a new PIN needs no restart. A PIN that was refused is not tried again: tokens count. */
  #login(handle: bigint): void {
    const pin = Buffer.from(readFileSync(this.#place.pinFile, 'utf8').trimEnd());
    const pinHash = hash('sha256', pin);
    if (this.#refusedPin?.hash === pinHash) throw this.#refusedPin.error;
    const answer = this.#cryptoki.ask('C_Login', handle, USER, pin, pin.length);
    pin.fill(0);
    if (answer === OK || answer === ALREADY_LOGGED_IN) return;
    const error = new CryptokiError('C_Login', answer);
    if (error.isAboutPin) this.#refusedPin = { hash: pinHash, error };
    throw error;
  }

  #privateKey(handle: bigint, keyId: string): bigint {
    let found = this.#handles.get(keyId);
    if (found !== undefined) return found;
    found = this.#find(handle, PRIVATE_KEY, keyId);
    if (found === undefined) throw new MissingKeyError(keyId);
    this.#handles.set(keyId, found);
    return found;
  }

  #find(handle: bigint, kind: number, keyId: string): bigint | undefined {
    const template = new Template([
      [CLASS, kind],
      [ID, Buffer.from(keyId)],
    ]);
    const [object, count] = [new Word(), new Word()];
    this.#cryptoki.do('C_FindObjectsInit', handle, template.bytes, template.count);
    try {
      this.#cryptoki.do('C_FindObjects', handle, object.bytes, 1, count.bytes);
    } finally {
      this.#cryptoki.ask('C_FindObjectsFinal', handle);
    }
    return count.value === 0n ? undefined : object.value;
  }

  #generate(handle: bigint, keyId: string): Buffer {
    let refusal: unknown;
    for (const curve of CURVES) {
      try {
        return this.#generateOn(curve, handle, keyId);
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }

  #generateOn(curve: Buffer, handle: bigint, keyId: string): Buffer {
    const name = Buffer.from(keyId);
    const both = [
      [IS_TOKEN, true],
      [LABEL, name],
      [ID, name],
      [KEY_TYPE, EDWARDS],
    ] as const;
    const publicPart = new Template([...both, [VERIFY, true], [IS_PRIVATE, false], [EC_PARAMS, curve]]);
    const privatePart = new Template([
      ...both,
      [SIGN, true],
      [IS_PRIVATE, true],
      [SENSITIVE, true],
      [EXTRACTABLE, false],
    ]);
    const [publicKey, privateKey] = [new Word(), new Word()];
    // biome-ignore format: as the standard writes it
    this.#cryptoki.do('C_GenerateKeyPair', handle, mechanism(EDWARDS_KEY_PAIR), publicPart.bytes, publicPart.count, privatePart.bytes, privatePart.count, publicKey.bytes, privateKey.bytes);
    const point = new Template([[EC_POINT, Buffer.alloc(MAX_POINT_BYTES)]]);
    this.#cryptoki.do('C_GetAttributeValue', handle, publicKey.value, point.bytes, point.count);
    return publicKeyOf(point.written(0));
  }
}
