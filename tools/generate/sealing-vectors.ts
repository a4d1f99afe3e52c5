import { createCipheriv, createECDH, createHash, createHmac } from 'node:crypto';
import { EXAMPLE_VALUES } from '@authly/contract/operations/example-values';
import { encodeTemplate } from '@authly/fingerprint';

/**
 * The key pairs of RFC 9180, appendix A.3.1, published there with their private halves, so that anybody can make these values again. HPKE is
 * written out here from the RFC, so that the vectors check the library that apps and service use.
 */
const RECIPIENT = 'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2';
const EPHEMERAL = '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb';

const bytes = (...parts: (string | Uint8Array)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
const uint16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 255);
const made = (name: string, length: number): Buffer =>
  createHash('sha256').update(`authly sealing vector: ${name}`).digest().subarray(0, length);

const KEM_SUITE = bytes('KEM', uint16(0x0010));
const HPKE_SUITE = bytes('HPKE', uint16(0x0010), uint16(0x0001), uint16(0x0002));

const extract = (suite: Buffer, salt: Uint8Array, label: string, input: Uint8Array): Buffer =>
  createHmac('sha256', salt)
    .update(bytes('HPKE-v1', suite, label, input))
    .digest();
/** All that HPKE asks for here is at most one block of HKDF's. */
const expand = (suite: Buffer, key: Buffer, label: string, info: Uint8Array, length: number): Buffer =>
  createHmac('sha256', key)
    .update(bytes(uint16(length), 'HPKE-v1', suite, label, info, Uint8Array.of(1)))
    .digest()
    .subarray(0, length);

function keyPair(privateHex: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateHex, 'hex');
  return ecdh;
}

function encrypted(key: Uint8Array, iv: Uint8Array, plain: Uint8Array, associated: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated);
  return bytes(cipher.update(plain), cipher.final(), cipher.getAuthTag());
}

/** RFC 9180, SealBase: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
function hpkeSealed(plain: Uint8Array, info: Uint8Array) {
  const [recipient, ephemeral] = [keyPair(RECIPIENT).getPublicKey(), keyPair(EPHEMERAL)];
  const none = new Uint8Array();
  const encapsulated = ephemeral.getPublicKey();
  const dh = extract(KEM_SUITE, none, 'eae_prk', ephemeral.computeSecret(recipient));
  const shared = expand(KEM_SUITE, dh, 'shared_secret', bytes(encapsulated, recipient), 32);
  const schedule = bytes(
    Uint8Array.of(0),
    extract(HPKE_SUITE, none, 'psk_id_hash', none),
    extract(HPKE_SUITE, none, 'info_hash', info),
  );
  const secret = extract(HPKE_SUITE, shared, 'secret', none);
  const key = expand(HPKE_SUITE, secret, 'key', schedule, 32);
  const nonce = expand(HPKE_SUITE, secret, 'base_nonce', schedule, 12);
  return { shared, encapsulated, ciphertext: encrypted(key, nonce, plain, none) };
}

/** Nobody's finger, and the same one at each run. */
const record = (): Uint8Array =>
  encodeTemplate([
    {
      width: 400,
      height: 400,
      dpi: 500,
      quality: 80,
      minutiae: Array.from({ length: 24 }, (_, i) => ({
        x: 60 + ((i * 97) % 280),
        y: 60 + ((i * 61) % 280),
        direction: ((i * 37) % 256) * (Math.PI / 128),
        type: i % 2 === 0 ? 'ending' : 'bifurcation',
        quality: 80,
      })),
    },
  ]);

const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex');
const base64 = (value: Uint8Array): string => Buffer.from(value).toString('base64');

function vectorOf(finger: string, context: string) {
  const { key_id } = EXAMPLE_VALUES.seal;
  const text = `authly:fingerprint:v2:${context}:${finger}`;
  const [contentKey, iv] = [made(`${finger} key`, 32), made(`${finger} IV`, 12)];
  const { shared, encapsulated, ciphertext } = hpkeSealed(contentKey, bytes(text));
  return {
    finger,
    context,
    key_id,
    public_key: base64(keyPair(RECIPIENT).getPublicKey()),
    private_key_hex: RECIPIENT,
    ephemeral_private_key_hex: EPHEMERAL,
    ephemeral_public_key_hex: hex(keyPair(EPHEMERAL).getPublicKey()),
    bound_text: text,
    record_base64: base64(record()),
    content_key_hex: hex(contentKey),
    iv_hex: hex(iv),
    hpke_shared_secret_hex: hex(shared),
    encapsulated_key_hex: hex(encapsulated),
    encrypted_key_hex: hex(ciphertext),
    features: base64(bytes(iv, encrypted(contentKey, iv, record(), bytes(text)))),
    enc_key: `v2.${key_id}.${base64(bytes(encapsulated, ciphertext))}`,
  };
}

export const sealingVectors = () => ({
  about:
    'Test vectors of sealing, version 2. The key pairs are those of RFC 9180, appendix A.3.1: never use them outside of tests. An app makes content_key, iv and the ephemeral key at random for each callback. ' +
    'bound_text is the info of HPKE and the associated data of features; HPKE’s own associated data is empty.',
  suite: {
    kem: 'DHKEM(P-256, HKDF-SHA256) 0x0010',
    kdf: 'HKDF-SHA256 0x0001',
    aead: 'AES-256-GCM 0x0002',
    mode: 'base',
  },
  vectors: [
    vectorOf('RI', EXAMPLE_VALUES.seal.context),
    vectorOf('LM', made('another context', 32).toString('base64url')),
  ],
});

export const sealingVectorsText = (): string => `${JSON.stringify(sealingVectors(), null, 2)}\n`;
