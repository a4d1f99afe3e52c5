import { createHmac, createPrivateKey, createPublicKey, ECDH, hash } from 'node:crypto';
import type { Mode } from '@authly/contract/wire/states';
import * as hpke from 'hpke';
import { attempted } from '../runtime/attempted.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Session } from '../session/session.ts';
import { SigningUnavailableError } from './key-signer.ts';
import { CONTEXT_SECRET_BYTES } from './new-key.ts';
import { noToken, type SigningToken, type TokenReference } from './signing-token.ts';

const CURVE = 'prime256v1';
const P256 = { name: 'ECDH', namedCurve: 'P-256' };
const UNCOMPRESSED = 0x04;
const { KEM_DHKEM_P256_HKDF_SHA256: DHKEM, KDF_HKDF_SHA256: HKDF, AEAD_AES_256_GCM: AES } = hpke;

/** HPKE in base mode. Undefined: it cannot be opened. */
type Open = (encapsulated: Uint8Array, ciphertext: Uint8Array, info: Uint8Array) => Promise<Uint8Array | undefined>;

export interface SealingKey {
  readonly id: string;
  /** Uncompressed P-256 point, base64. */
  readonly publicKey: string;
  /** An enrollment is bound to merchant and user, a probe also to its session. */
  readonly contextOf: (environment: Environment, use: Mode, session: Session) => string;
  /** The mark of an enrollment that the service inspected and accepted, in base64url. */
  readonly mark: (context: string, ...accepted: Parameters<Mark>) => string;
  readonly open: Open;
}

export type Mark = (payloadKey: string, accepted: { features: string; encKey: string }) => string;

export function storedSealingKey(id: string, opened: Buffer): SealingKey {
  const privateKey = createPrivateKey({ key: opened.subarray(CONTEXT_SECRET_BYTES), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const pair = {
    privateKey: privateKey.toCryptoKey(P256, false, ['deriveBits']),
    publicKey: publicKey.toCryptoKey(P256, true, []),
    // Node's type and the DOM's differ in unused usages.
  } as unknown as hpke.KeyPair<hpke.CryptoKey>;
  const suite = new hpke.CipherSuite(DHKEM, HKDF, AES);
  const open: Open = async (encapsulated, ciphertext, info) =>
    isPoint(encapsulated) ? suite.Open(pair, encapsulated, ciphertext, { info }).catch(notOpened) : undefined;
  return sealingKey(
    id,
    pointOf(publicKey.export({ type: 'spki', format: 'der' })),
    opened.subarray(0, CONTEXT_SECRET_BYTES),
    open,
  );
}

/** The token derives the Diffie-Hellman secret; this process does the rest of HPKE. */
export function tokenSealingKey(token: SigningToken | undefined, reference: TokenReference): SealingKey {
  const point = pointOf(Buffer.from(reference.public_key, 'base64'));
  const open: Open = async (encapsulated, ciphertext, info) => {
    // Not every device rejects a point that is not on the curve.
    if (!isPoint(encapsulated)) return undefined;
    if (token === undefined) throw new SigningUnavailableError(noToken(reference.object));
    const dh = await token.derive(reference.object, encapsulated);
    try {
      const kem: hpke.KEM = { ...DHKEM(), Decap: () => decapsulated(dh, encapsulated, point) };
      const suite = new hpke.CipherSuite(() => kem, HKDF, AES);
      return await suite.Open(RECIPIENT, encapsulated, ciphertext, { info }).catch(notOpened);
    } finally {
      dh.fill(0);
    }
  };
  return sealingKey(reference.object, point, Buffer.from(reference.context_secret!, 'base64'), open);
}

function sealingKey(id: string, point: Buffer, secret: Buffer, open: Open): SealingKey {
  return {
    id,
    publicKey: point.toString('base64'),
    open,
    contextOf: (environment, use, { merchantId, merchantUserRef, id: sessionId }) =>
      keyedHash(secret, [environment, use, merchantId, merchantUserRef, ...(use === 'verify' ? [sessionId] : [])]),
    mark: (context, payloadKey, { features, encKey }) =>
      keyedHash(secret, ['accepted', context, payloadKey, sha256(features), sha256(encKey)]),
  };
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const keyedHash = (secret: Buffer, parts: readonly (string | Buffer)[]): string =>
  parts
    .map((part) => lengthPrefixed(Buffer.from(part as string)))
    .reduce((hmac, part) => hmac.update(part), createHmac('sha256', secret))
    .digest('base64url');

function lengthPrefixed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** RFC 9180, 4.1: Decap after the Diffie-Hellman step. */
async function decapsulated(dh: Uint8Array, encapsulated: Uint8Array, publicKey: Uint8Array): Promise<Uint8Array> {
  const { id, Nsecret } = DHKEM();
  const suiteId = hpke.concat(hpke.encode('KEM'), hpke.I2OSP(id, 2));
  const extracted = await hpke.LabeledExtract(HKDF(), suiteId, new Uint8Array(), hpke.encode('eae_prk'), dh);
  const context = hpke.concat(encapsulated, publicKey);
  return hpke.LabeledExpand(HKDF(), suiteId, extracted, hpke.encode('shared_secret'), context, Nsecret);
}

/** A placeholder: the real key is in the token. */
const RECIPIENT = { algorithm: P256, extractable: false, type: 'private' } as const;

/** Other errors are not caused by the capture. */
function notOpened(error: unknown): undefined {
  if (!(error instanceof hpke.OpenError)) throw error;
}

/** The point is the end of an SPKI DER. */
const pointOf = (spki: Buffer): Buffer => spki.subarray(-DHKEM().Npk);

function isPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== DHKEM().Npk || bytes[0] !== UNCOMPRESSED) return false;
  return attempted(() => ECDH.convertKey(bytes, CURVE)) !== undefined;
}
