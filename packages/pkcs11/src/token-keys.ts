import { ecdh, mechanism, template, type Cryptoki, type Handle } from './cryptoki.ts';
import { CURVES, type Curve, type CurveName } from './curves.ts';

const [CKA_CLASS, CKA_TOKEN, CKA_PRIVATE, CKA_LABEL, CKA_VALUE, CKA_KEY_TYPE, CKA_ID] = [
  0x0, 0x1, 0x2, 0x3, 0x11, 0x100, 0x102,
] as const;
const [CKA_SENSITIVE, CKA_VERIFY, CKA_VALUE_LEN, CKA_EXTRACTABLE] = [0x103, 0x10a, 0x161, 0x162] as const;
const [CKA_EC_PARAMS, CKA_EC_POINT] = [0x180, 0x181] as const;
const [CKO_PUBLIC_KEY, CKO_PRIVATE_KEY, CKO_SECRET_KEY] = [2, 3, 4];
const CKK_GENERIC_SECRET = 0x10;
const CKM_EDDSA = 0x1057;

const SIGNATURE_BYTES = 64;
const SHARED_BYTES = 32;
const MAX_POINT_BYTES = 128;

/** The keys in a token, by key id: it is both CKA_ID and label. */
export class TokenKeys {
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

  /** ECDH: the x-coordinate. The secret leaves the token, the private key does not. */
  derive(session: Handle, privateKey: Handle, point: Uint8Array): Buffer {
    const wanted = template({
      [CKA_CLASS]: CKO_SECRET_KEY,
      [CKA_KEY_TYPE]: CKK_GENERIC_SECRET,
      [CKA_TOKEN]: false,
      [CKA_PRIVATE]: false,
      [CKA_SENSITIVE]: false,
      [CKA_EXTRACTABLE]: true,
      [CKA_VALUE_LEN]: SHARED_BYTES,
    });
    const derived: [Handle] = [0];
    this.#cryptoki.call('C_DeriveKey', session, ecdh(Buffer.from(point)), privateKey, wanted, wanted.length, derived);
    try {
      const shared = this.#attribute(session, derived[0], CKA_VALUE, SHARED_BYTES);
      if (shared.length !== SHARED_BYTES) throw new Error(`a shared secret of ${shared.length} bytes`);
      return shared;
    } finally {
      this.#cryptoki.try('C_DestroyObject', session, derived[0]);
    }
  }

  destroy(session: Handle, keyId: string): void {
    for (const kind of [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY]) {
      const object = this.#find(session, kind, keyId);
      if (object !== undefined) this.#cryptoki.call('C_DestroyObject', session, object);
    }
  }

  /** Returns the public key, SPKI DER. The private key cannot leave the token. */
  generate(session: Handle, keyId: string, name: CurveName): Buffer {
    const curve: Curve = CURVES[name];
    let firstError: unknown;
    for (const parameters of curve.parameters) {
      try {
        return this.#generateOn(curve, parameters, session, keyId);
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  }

  #generateOn(curve: Curve, parameters: Buffer, session: Handle, keyId: string): Buffer {
    const id = Buffer.from(keyId);
    const both = { [CKA_TOKEN]: true, [CKA_LABEL]: id, [CKA_ID]: id, [CKA_KEY_TYPE]: curve.keyType };
    const verifies = curve === CURVES.ed25519 ? { [CKA_VERIFY]: true } : {};
    const publicPart = template({ ...both, ...verifies, [CKA_PRIVATE]: false, [CKA_EC_PARAMS]: parameters });
    const secret = { [CKA_PRIVATE]: true, [CKA_SENSITIVE]: true, [CKA_EXTRACTABLE]: false };
    const privatePart = template({ ...both, ...secret, [curve.use]: true });
    const templates = [publicPart, publicPart.length, privatePart, privatePart.length];
    const [publicKey, privateKey]: [[Handle], [Handle]] = [[0], [0]];
    const how = mechanism(curve.generation);
    this.#cryptoki.call('C_GenerateKeyPair', session, how, ...templates, publicKey, privateKey);
    return this.#publicKey(curve, session, publicKey[0]);
  }

  #publicKey({ pointBytes, pointPrefixes, spkiPrefix }: Curve, session: Handle, publicKey: Handle): Buffer {
    const point = this.#attribute(session, publicKey, CKA_EC_POINT, MAX_POINT_BYTES);
    const prefix = pointPrefixes.find(
      (each) => point.length === each.length + pointBytes && point.subarray(0, each.length).equals(each),
    );
    if (prefix === undefined) throw new Error('the token made a key of another curve');
    return Buffer.concat([spkiPrefix, point.subarray(prefix.length)]);
  }

  #attribute(session: Handle, object: Handle, attribute: number, maxBytes: number): Buffer {
    const bytes = Buffer.alloc(maxBytes);
    const wanted = template({ [attribute]: bytes });
    this.#cryptoki.call('C_GetAttributeValue', session, object, wanted, 1);
    return bytes.subarray(0, wanted[0]!.ulValueLen);
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
