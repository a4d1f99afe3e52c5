import { canonicalRequest } from '@authly/contract/wire/bio/canonical-request';
import vectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { decodeBase64, sha256Hex } from './encoding.ts';
import { signedPath } from './endpoint.ts';
import { readSignedHeaders } from './signed-headers.ts';
import { requireSignature } from './verification-steps.ts';

const { key_id, public_key_base64 } = vectors.key;

test.each(vectors.vectors)('the published vector "$name" verifies, but not with an additional byte', async (vector) => {
  const { method, path_and_query, timestamp, nonce, body_base64, content_sha256, canonical_request, signature } =
    vector;
  const key = await crypto.subtle.importKey('spki', decodeBase64(public_key_base64)!, { name: 'Ed25519' }, false, [
    'verify',
  ]);
  const headers = {
    'x-service-merchant-id': 'mch_vector',
    'x-service-key-id': key_id,
    'x-service-timestamp': timestamp,
    'x-service-nonce': nonce,
    'x-service-content-sha256': content_sha256,
    'x-service-signature': signature,
  };
  const signed = readSignedHeaders(new Headers(headers));
  const contentSha256 = await sha256Hex(decodeBase64(body_base64)!);
  const pathAndQuery = signedPath(new Request(`https://shop.example${path_and_query}`), undefined);
  expect([contentSha256, pathAndQuery]).toEqual([content_sha256, path_and_query]);
  const canonical = canonicalRequest({ method, pathAndQuery, timestamp, nonce, contentSha256 });
  expect(canonical).toBe(canonical_request);
  await requireSignature(canonical, signed, key);
  await expect(requireSignature(`${canonical}\n`, signed, key)).rejects.toMatchObject({
    code: 'signature_mismatch',
    step: 8,
  });
});
