import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { openAesGcm } from '../runtime/aes-gcm.ts';

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

const PSK_ID_HASH = extracted('psk_id_hash', NONE);

/** RFC 9180 in base mode, after the Diffie-Hellman step. Undefined: it cannot be opened. */
export async function openHpke(
  { dh, encapsulated, publicKey }: Readonly<Record<'dh' | 'encapsulated' | 'publicKey', Uint8Array>>,
  ciphertext: Uint8Array,
  info: Uint8Array,
): Promise<Uint8Array | undefined> {
  const input = labeled(KEM, 'eae_prk', dh);
  const parties = labeled(KEM, 'shared_secret', Buffer.concat([encapsulated, publicKey]));
  const shared = expanded(input, NONE, KEY_BYTES, parties);
  const schedule = Buffer.concat([Buffer.of(0), PSK_ID_HASH, extracted('info_hash', info)]);
  const secret = labeled(HPKE, 'secret', NONE);
  const key = expanded(secret, shared, KEY_BYTES, labeled(HPKE, 'key', schedule));
  try {
    const iv = expanded(secret, shared, NONCE_BYTES, labeled(HPKE, 'base_nonce', schedule));
    return await openAesGcm(key, { iv, ciphertext, additionalData: NONE });
  } finally {
    for (const each of [input, shared, key]) each.fill(0);
  }
}
