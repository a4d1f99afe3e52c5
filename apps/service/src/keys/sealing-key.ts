import { createECDH, createHmac, createSecretKey, ECDH, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { SEALED } from '@authly/contract/wire/sealing';
import type { Mode } from '@authly/contract/wire/states';
import { attempted } from '../runtime/attempted.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Session } from '../session/session.ts';
import { CURVE, derivedKeyPair, openHpke } from './hpke.ts';
import { SigningUnavailableError } from './key-signer.ts';
import { noToken, type SigningToken, type TokenReference } from './signing-token.ts';

const UNCOMPRESSED = 0x04;
const SECRET_BYTES = 32;

/** The Diffie-Hellman secret with the sender's point. */
type Agree = (encapsulated: Uint8Array) => Promise<Buffer>;

export class SealingKey {
  readonly id: string;
  /** Uncompressed P-256 point, base64. */
  readonly publicKey: string;
  readonly #point: Buffer;
  readonly #contextSecret: KeyObject;
  readonly #agree: Agree;

  constructor(id: string, point: Buffer, contextSecret: Buffer, agree: Agree) {
    this.id = id;
    this.publicKey = point.toString('base64');
    this.#point = point;
    this.#contextSecret = createSecretKey(contextSecret);
    this.#agree = agree;
  }

  /** Opens HPKE in base mode. Returns undefined if it does not open. */
  async open(encapsulated: Uint8Array, ciphertext: Uint8Array, info: Uint8Array): Promise<Uint8Array | undefined> {
    // Not every device rejects a point that is not on the curve.
    if (!isPoint(encapsulated)) return undefined;
    const dh = await this.#agree(encapsulated);
    try {
      return await openHpke({ dh, encapsulated, publicKey: this.#point }, ciphertext, info);
    } finally {
      dh.fill(0);
    }
  }

  /** An enrollment is bound to merchant and user, a probe also to its session. */
  contextOf(environment: Environment, use: Mode, { merchantId, merchantUserRef, id }: Session): string {
    const parts = [environment, use, merchantId, merchantUserRef, ...(use === 'verify' ? [id] : [])];
    return keyedHash(this.#contextSecret, parts);
  }

  /** The mark of an enrollment that the service inspected and accepted, in base64url. */
  mark(context: string, payloadKey: string, accepted: { readonly features: string; readonly encKey: string }): string {
    const parts = ['accepted', context, payloadKey, sha256(accepted.features), sha256(accepted.encKey)];
    return keyedHash(this.#contextSecret, parts);
  }
}

/** The secrets of one merchant under a root: its private key and the secret of its contexts. The caller wipes them. */
export function merchantSecrets(root: Buffer, environment: Environment, merchantId: string): Buffer {
  const derived = (use: 'sealing' | 'context'): Buffer =>
    derivedSecret(createSecretKey(root), `authly:${use}:v2:${environment}:${merchantId}`);
  const parts = [derived('sealing'), derived('context')] as const;
  const privateKey = derivedKeyPair(parts[0]).getPrivateKey();
  const secrets = Buffer.concat([Buffer.alloc(SECRET_BYTES - privateKey.length), privateKey, parts[1]]);
  for (const part of [...parts, privateKey]) part.fill(0);
  return secrets;
}

export const derivedSecret = (secret: KeyObject, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), info, SECRET_BYTES));

/** Wipes the secrets. */
export function storedSealingKey(id: string, secrets: Buffer): SealingKey {
  const ecdh = createECDH(CURVE);
  // Other ways to it leave copies that cannot be wiped.
  ecdh.setPrivateKey(secrets.subarray(0, SECRET_BYTES));
  const agree: Agree = async (encapsulated) => ecdh.computeSecret(encapsulated);
  const key = new SealingKey(id, ecdh.getPublicKey(), secrets.subarray(SECRET_BYTES), agree);
  secrets.fill(0);
  return key;
}

/** The token derives the Diffie-Hellman secret; this process does the rest of HPKE. */
export function tokenSealingKey(token: SigningToken | undefined, reference: TokenReference): SealingKey {
  const point = Buffer.from(reference.public_key, 'base64').subarray(-SEALED.pointBytes);
  const secret = Buffer.from(reference.context_secret!, 'base64');
  return new SealingKey(reference.object, point, secret, (encapsulated) => {
    if (token === undefined) throw new SigningUnavailableError(noToken(reference.object));
    return token.derive(reference.object, encapsulated);
  });
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const keyedHash = (secret: KeyObject, parts: readonly (string | Buffer)[]): string =>
  parts
    .map((part) => lengthPrefixed(Buffer.from(part as string)))
    .reduce((hmac, part) => hmac.update(part), createHmac('sha256', secret))
    .digest('base64url');

function lengthPrefixed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export const isPoint = (bytes: Uint8Array): boolean =>
  bytes[0] === UNCOMPRESSED && attempted(() => ECDH.convertKey(bytes, CURVE)) !== undefined;
