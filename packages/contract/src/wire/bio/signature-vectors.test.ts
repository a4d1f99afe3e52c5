import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BIO_OPERATION_DETAILS } from '../../catalogue/operations.ts';
import { canonicalRequest, SIGNATURE_HEADERS, SIGNATURE_PREFIX } from './canonical-request.ts';

interface Vector {
  name: string;
  method: string;
  path_and_query: string;
  timestamp: string;
  nonce: string;
  body_utf8: string;
  body_base64: string;
  content_sha256: string;
  canonical_request: string;
  signature: string;
}

const published = readFileSync(new URL('../../../signature-vectors.json', import.meta.url), 'utf8');
const { key, vectors } = JSON.parse(published) as { key: { public_key_base64: string }; vectors: Vector[] };
const publicKey = createPublicKey({ key: Buffer.from(key.public_key_base64, 'base64'), format: 'der', type: 'spki' });
const holds = (text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), publicKey, Buffer.from(signature.slice(SIGNATURE_PREFIX.length), 'base64'));

describe('the published signature vectors', () => {
  it('begin with the example bodies of the reference', () => {
    const { store, lookup } = BIO_OPERATION_DETAILS;
    const bodies = vectors.slice(0, 2).map(({ body_utf8: body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual([store.example.body, lookup.example.body]);
  });

  it('use the published key of RFC 8032, test 1', () => {
    expect(publicKey.export({ format: 'jwk' }).x).toBe(
      Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex').toString('base64url'),
    );
  });

  it('cover store, lookup, a base with a path, a query, unicode and an empty body', () => {
    const has = (found: (vector: Vector) => boolean) => vectors.some(found);
    expect(has(({ path_and_query: path }) => path === '/enrollments')).toBe(true);
    expect(has(({ path_and_query: path }) => path === '/enrollments/lookup')).toBe(true);
    expect(has(({ path_and_query: path }) => /^\/.+\/enrollments/.test(path))).toBe(true);
    expect(has(({ path_and_query: path }) => path.includes('?'))).toBe(true);
    expect(has(({ body_utf8: body }) => Buffer.byteLength(body) > body.length)).toBe(true);
    expect(has(({ body_utf8: body }) => body === '')).toBe(true);
    expect(new Set(vectors.map(({ nonce }) => nonce)).size).toBe(vectors.length);
  });
});

describe.each(vectors)('$name', (vector) => {
  it('the hash is over the raw bytes of the body', () => {
    const bytes = Buffer.from(vector.body_base64, 'base64');
    expect(bytes.toString('utf8')).toBe(vector.body_utf8);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(vector.content_sha256);
  });

  it('the canonical request is six lines in the order of the contract, with no LF at the end', () => {
    const lines = [
      'SERVICE-ED25519',
      vector.method,
      vector.path_and_query,
      vector.timestamp,
      vector.nonce,
      vector.content_sha256,
    ];
    expect(vector.canonical_request.split('\n')).toEqual(lines);
    expect(
      canonicalRequest({
        method: vector.method,
        pathAndQuery: vector.path_and_query,
        timestamp: vector.timestamp,
        nonce: vector.nonce,
        contentSha256: vector.content_sha256,
      }),
    ).toBe(vector.canonical_request);
  });

  it('the signature holds', () => {
    expect(vector.signature.startsWith('v2=')).toBe(true);
    expect(holds(vector.canonical_request, vector.signature)).toBe(true);
  });

  it('a change in any line breaks it, and so does an LF at the end', () => {
    const lines = vector.canonical_request.split('\n');
    for (let line = 0; line < lines.length; line++) {
      const tampered = lines
        .with(line, `${lines[line]!.slice(0, -1)}${lines[line]!.endsWith('0') ? '1' : '0'}`)
        .join('\n');
      expect(holds(tampered, vector.signature)).toBe(false);
    }
    expect(holds(`${vector.canonical_request}\n`, vector.signature)).toBe(false);
    expect(holds(lines.toReversed().join('\n'), vector.signature)).toBe(false);
  });
});

it('the signature uses the six headers of the contract', () => {
  expect(Object.values(SIGNATURE_HEADERS)).toEqual([
    'x-service-merchant-id',
    'x-service-key-id',
    'x-service-timestamp',
    'x-service-nonce',
    'x-service-content-sha256',
    'x-service-signature',
  ]);
});
