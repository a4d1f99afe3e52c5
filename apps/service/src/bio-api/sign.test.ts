import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storedSigner } from '../keys/key-signer.ts';
import { signedHeaders } from './sign.ts';

interface Vector {
  readonly name: string;
  readonly method: string;
  readonly path_and_query: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body_base64: string;
  readonly content_sha256: string;
  readonly signature: string;
}

const { key, vectors } = JSON.parse(
  readFileSync(new URL('../../../../packages/contract/signature-vectors.json', import.meta.url), 'utf8'),
) as {
  key: { key_id: string; private_key_hex: string };
  vectors: Vector[];
};
const PKCS8_ED25519 = '302e020100300506032b657004220420';
const signer = storedSigner(key.key_id, Buffer.from(PKCS8_ED25519 + key.private_key_hex, 'hex'));

describe('signedHeaders', () => {
  it.each(vectors)('equals the published vector: $name', async (vector) => {
    const headers = await signedHeaders({
      merchantId: 'mch_vector',
      key: signer,
      method: vector.method,
      path: vector.path_and_query,
      body: Buffer.from(vector.body_base64, 'base64'),
      now: Date.parse(vector.timestamp),
      nonce: vector.nonce,
    });
    expect(headers).toEqual({
      'x-service-merchant-id': 'mch_vector',
      'x-service-key-id': key.key_id,
      'x-service-timestamp': vector.timestamp,
      'x-service-nonce': vector.nonce,
      'x-service-content-sha256': vector.content_sha256,
      'x-service-signature': vector.signature,
    });
  });
});
