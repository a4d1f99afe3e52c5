import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  hash,
  type KeyObject,
} from 'node:crypto';
import { SEALED } from '@authly/contract/wire/sealing';
import type { Mode } from '@authly/contract/wire/states';
import { attempted } from '../runtime/attempted.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Session } from '../session/session.ts';
import { openHpke } from './hpke.ts';
import { SigningUnavailableError } from './key-signer.ts';
import { CONTEXT_SECRET_BYTES } from './new-key.ts';
import { noToken, type SigningToken, type TokenReference } from './signing-token.ts';

/** Before the point in the SPKI DER of a P-256 key. */
const SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
const UNCOMPRESSED = 0x04;

/** HPKE in base mode. Undefined: it cannot be opened. */
type Open = (encapsulated: Uint8Array, ciphertext: Uint8Array, info: Uint8Array) => Promise<Uint8Array | undefined>;
/** The Diffie-Hellman secret with the sender's key. */
type Agree = (encapsulated: Uint8Array, sender: KeyObject) => Promise<Buffer>;

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
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const secret = opened.subarray(0, CONTEXT_SECRET_BYTES);
  return sealingKey(id, spki, secret, async (_, publicKey) => diffieHellman({ privateKey, publicKey }));
}

/** The token derives the Diffie-Hellman secret; this process does the rest of HPKE. */
export function tokenSealingKey(token: SigningToken | undefined, reference: TokenReference): SealingKey {
  const spki = Buffer.from(reference.public_key, 'base64');
  const secret = Buffer.from(reference.context_secret!, 'base64');
  return sealingKey(reference.object, spki, secret, (encapsulated) => {
    if (token === undefined) throw new SigningUnavailableError(noToken(reference.object));
    return token.derive(reference.object, encapsulated);
  });
}

function sealingKey(id: string, spki: Buffer, contextSecret: Buffer, agree: Agree): SealingKey {
  const publicKey = spki.subarray(SPKI_HEAD.length);
  const secret = createSecretKey(contextSecret);
  return {
    id,
    publicKey: publicKey.toString('base64'),
    async open(encapsulated, ciphertext, info) {
      // Not every device rejects a point that is not on the curve.
      const sender = keyOf(encapsulated);
      if (sender === undefined) return undefined;
      const dh = await agree(encapsulated, sender);
      try {
        return await openHpke({ dh, encapsulated, publicKey }, ciphertext, info);
      } finally {
        dh.fill(0);
      }
    },
    contextOf: (environment, use, { merchantId, merchantUserRef, id: sessionId }) =>
      keyedHash(secret, [environment, use, merchantId, merchantUserRef, ...(use === 'verify' ? [sessionId] : [])]),
    mark: (context, payloadKey, { features, encKey }) =>
      keyedHash(secret, ['accepted', context, payloadKey, sha256(features), sha256(encKey)]),
  };
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

/** Undefined: no uncompressed point of the curve. */
function keyOf(point: Uint8Array): KeyObject | undefined {
  if (point.length !== SEALED.pointBytes || point[0] !== UNCOMPRESSED) return undefined;
  const spki = { key: Buffer.concat([SPKI_HEAD, point]), format: 'der', type: 'spki' } as const;
  return attempted(() => createPublicKey(spki));
}
