import { mechanism, template, type Cryptoki, type Handle } from './cryptoki.ts';

const [CKA_CLASS, CKA_TOKEN, CKA_PRIVATE, CKA_LABEL, CKA_KEY_TYPE, CKA_ID] = [
  0x0, 0x1, 0x2, 0x3, 0x100, 0x102,
] as const;
const [CKA_SENSITIVE, CKA_SIGN, CKA_VERIFY, CKA_EXTRACTABLE] = [0x103, 0x108, 0x10a, 0x162] as const;
const [CKA_EC_PARAMS, CKA_EC_POINT] = [0x180, 0x181] as const;
const [CKO_PUBLIC_KEY, CKO_PRIVATE_KEY] = [2, 3];
const CKK_EC_EDWARDS = 0x40;
const CKM_EC_EDWARDS_KEY_PAIR_GEN = 0x1055;
const CKM_EDDSA = 0x1057;

const SIGNATURE_BYTES = 64;
const MAX_POINT_BYTES = 128;
const POINT_BYTES = 32;
/** Ed25519 by its OID, and by the name that 3.0 gives it. Devices know one of them. */
const CURVES = ['06032b6570', '130c656477617264733235353139'].map((hex) => Buffer.from(hex, 'hex'));
/** How devices encode the point: an OCTET STRING by the standard, a BIT STRING in some, bare in others. */
const POINT_PREFIXES = ['0420', '032100', ''].map((hex) => Buffer.from(hex, 'hex'));
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The Ed25519 keys in a token, by key id: it is both CKA_ID and label. */
export class Ed25519Keys {
  readonly #cryptoki: Cryptoki;

  constructor(cryptoki: Cryptoki) {
    this.#cryptoki = cryptoki;
  }

  findPrivate(session: Handle, keyId: string): Handle | undefined {
    return this.#find(session, CKO_PRIVATE_KEY, keyId);
  }

  sign(session: Handle, privateKey: Handle, data: Uint8Array): Buffer {
    const [signature, length] = [Buffer.alloc(SIGNATURE_BYTES), [SIGNATURE_BYTES]];
    this.#cryptoki.call('C_SignInit', session, mechanism(CKM_EDDSA), privateKey);
    this.#cryptoki.call('C_Sign', session, Buffer.from(data), data.length, signature, length);
    if (length[0] !== SIGNATURE_BYTES) throw new Error(`a signature of ${length[0]} bytes`);
    return signature;
  }

  destroy(session: Handle, keyId: string): void {
    for (const kind of [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY]) {
      const object = this.#find(session, kind, keyId);
      if (object !== undefined) this.#cryptoki.call('C_DestroyObject', session, object);
    }
  }

  /** Returns the public key, SPKI DER. The private key cannot leave the token. */
  generate(session: Handle, keyId: string): Buffer {
    let firstError: unknown;
    for (const curve of CURVES) {
      try {
        return this.#generateOn(curve, session, keyId);
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  }

  #generateOn(curve: Buffer, session: Handle, keyId: string): Buffer {
    const id = Buffer.from(keyId);
    const both = { [CKA_TOKEN]: true, [CKA_LABEL]: id, [CKA_ID]: id, [CKA_KEY_TYPE]: CKK_EC_EDWARDS };
    const publicPart = template({ ...both, [CKA_VERIFY]: true, [CKA_PRIVATE]: false, [CKA_EC_PARAMS]: curve });
    const secret = { [CKA_PRIVATE]: true, [CKA_SENSITIVE]: true, [CKA_EXTRACTABLE]: false };
    const privatePart = template({ ...both, ...secret, [CKA_SIGN]: true });
    const templates = [publicPart, publicPart.length, privatePart, privatePart.length];
    const [publicKey, privateKey]: [[Handle], [Handle]] = [[0], [0]];
    const how = mechanism(CKM_EC_EDWARDS_KEY_PAIR_GEN);
    this.#cryptoki.call('C_GenerateKeyPair', session, how, ...templates, publicKey, privateKey);
    return this.#publicKey(session, publicKey[0]);
  }

  #publicKey(session: Handle, publicKey: Handle): Buffer {
    const bytes = Buffer.alloc(MAX_POINT_BYTES);
    const wanted = template({ [CKA_EC_POINT]: bytes });
    this.#cryptoki.call('C_GetAttributeValue', session, publicKey, wanted, 1);
    const point = bytes.subarray(0, wanted[0]!.ulValueLen);
    const prefix = POINT_PREFIXES.find(
      (each) => point.length === each.length + POINT_BYTES && point.subarray(0, each.length).equals(each),
    );
    if (prefix === undefined) throw new Error('the token made a key that is not Ed25519');
    return Buffer.concat([SPKI_PREFIX, point.subarray(prefix.length)]);
  }

  #find(session: Handle, kind: number, keyId: string): Handle | undefined {
    const wanted = template({ [CKA_CLASS]: kind, [CKA_ID]: Buffer.from(keyId) });
    const [object, count]: [[Handle], [number]] = [[0], [0]];
    this.#cryptoki.call('C_FindObjectsInit', session, wanted, wanted.length);
    try {
      this.#cryptoki.call('C_FindObjects', session, object, 1, count);
    } finally {
      this.#cryptoki.try('C_FindObjectsFinal', session);
    }
    return count[0] === 0 ? undefined : object[0];
  }
}
