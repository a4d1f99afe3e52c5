import { createCipheriv, createECDH, createHmac, createSecretKey, hkdfSync, type ECDH } from 'node:crypto';
import { openAesGcm } from '../runtime/aes-gcm.ts';
import { attempted } from '../runtime/attempted.ts';

export const CURVE = 'prime256v1';

/** The suite of the contract: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
const KEM = Buffer.from('KEM\0\x10', 'latin1');
const HPKE = Buffer.from('HPKE\0\x10\0\x01\0\x02', 'latin1');
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const NONE = Buffer.alloc(0);

const labeled = (suite: Buffer, label: string, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), value]);

/** LabeledExtract. */
const extracted = (label: string, value: Uint8Array): Buffer =>
  createHmac('sha256', NONE)
    .update(labeled(HPKE, label, value))
    .digest();

/** LabeledExpand of a secret that is extracted from `input`. */
function expanded(input: Buffer, salt: Uint8Array, length: number, info: Buffer): Uint8Array {
  const labeledInfo = Buffer.concat([Buffer.of(0, length), info]);
  return new Uint8Array(hkdfSync('sha256', createSecretKey(input), salt, labeledInfo, length));
}

/** DeriveKeyPair. */
export function derivedKeyPair(material: Uint8Array): ECDH {
  const input = labeled(KEM, 'dkp_prk', material);
  const pair = createECDH(CURVE);
  for (let counter = 0; ; counter++) {
    const candidate = expanded(input, NONE, KEY_BYTES, labeled(KEM, 'candidate', Buffer.of(counter)));
    // One number in 2^32 is not below the order of the curve.
    const isKey = attempted(() => (pair.setPrivateKey(candidate), true)) ?? false;
    candidate.fill(0);
    if (!isKey) continue;
    input.fill(0);
    return pair;
  }
}

const PSK_ID_HASH = extracted('psk_id_hash', NONE);

interface Agreement {
  readonly dh: Uint8Array;
  readonly encapsulated: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** RFC 9180 in base mode, after the Diffie-Hellman step. Wipes the key after its use. */
async function withKey<T>(
  { dh, encapsulated, publicKey }: Agreement,
  info: Uint8Array,
  use: (key: Uint8Array, iv: Uint8Array) => Promise<T>,
): Promise<T> {
  const input = labeled(KEM, 'eae_prk', dh);
  const parties = labeled(KEM, 'shared_secret', Buffer.concat([encapsulated, publicKey]));
  const shared = expanded(input, NONE, KEY_BYTES, parties);
  const schedule = Buffer.concat([Buffer.of(0), PSK_ID_HASH, extracted('info_hash', info)]);
  const secret = labeled(HPKE, 'secret', NONE);
  const key = expanded(secret, shared, KEY_BYTES, labeled(HPKE, 'key', schedule));
  try {
    return await use(key, expanded(secret, shared, NONCE_BYTES, labeled(HPKE, 'base_nonce', schedule)));
  } finally {
    for (const each of [input, shared, key]) each.fill(0);
  }
}

/** Returns undefined if it does not open. */
export const openHpke = (
  agreement: Agreement,
  ciphertext: Uint8Array,
  info: Uint8Array,
): Promise<Uint8Array | undefined> =>
  withKey(agreement, info, (key, iv) => openAesGcm(key, { iv, ciphertext, additionalData: NONE }));

/** Returns the encapsulated key and the ciphertext. */
export async function sealHpke(publicKey: Uint8Array, plain: Uint8Array, info: Uint8Array): Promise<Buffer> {
  const ephemeral = createECDH(CURVE);
  const encapsulated = ephemeral.generateKeys();
  const dh = ephemeral.computeSecret(publicKey);
  const sealed = await withKey({ dh, encapsulated, publicKey }, info, async (key, iv) => {
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  });
  dh.fill(0);
  return Buffer.concat([encapsulated, sealed]);
}
