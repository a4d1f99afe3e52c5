import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { canonicalRequest, SIGNATURE_PREFIX } from '../../packages/contract/src/bio/canonical-request.ts';
import { BIO_OPERATION_DETAILS } from '../../packages/contract/src/operations/index.ts';

const { store, lookup } = BIO_OPERATION_DETAILS;
/** A merchant whose base address has a path. */
const BASE_PATH = '/authly/bio/v1';

/**
 * The key of RFC 8032, section 7.1, test 1. It is published there with its private half, so that anybody can make these
 * signatures again; the service never signs with it.
 */
const RFC_8032_TEST_1 = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PKCS8_ED25519_PREFIX = '302e020100300506032b657004220420';

const CALLS = [
  {
    name: 'store: an enrollment, the base address without a path of its own',
    method: 'POST',
    path_and_query: store.path,
    timestamp: '2026-01-31T09:15:00.000Z',
    nonce: '3f2b8a52-6a0c-4a3e-9a53-0d0b6a1f7c11',
    body_utf8: JSON.stringify(store.example.body),
  },
  {
    name: 'lookup: for a verification',
    method: 'POST',
    path_and_query: lookup.path,
    timestamp: '2026-01-31T09:20:00.000Z',
    nonce: '7d0f4b0e-9a39-4c55-8a2a-5f3b0c9f1d22',
    body_utf8: JSON.stringify(lookup.example.body),
  },
  {
    name: 'base with a path: the path as the public address has it, the base included',
    method: 'POST',
    path_and_query: BASE_PATH + lookup.path,
    timestamp: '2026-01-31T09:20:01.250Z',
    nonce: 'c2a7f0a4-3a55-4f0c-b1d7-2b8e4f6a9e33',
    body_utf8: JSON.stringify({ ...lookup.example.body, payload: { finger: 'LM' } }),
  },
  {
    name: 'query: it is part of the third line, as it stands',
    method: 'POST',
    path_and_query: `${store.path}?tenant=a%20b&x=1`,
    timestamp: '2026-01-31T09:21:00.000Z',
    nonce: '0b9c1d8e-52f7-4f6a-8c40-91d2e3f4a544',
    body_utf8: '{"stored":true}',
  },
  {
    name: 'unicode: the hash is over the bytes of the body, here UTF-8 with Korean and an emoji',
    method: 'POST',
    path_and_query: lookup.path,
    timestamp: '2026-01-31T23:59:59.999Z',
    nonce: 'e81d0a52-1c3f-4b7d-9e66-a7b8c9d0e155',
    body_utf8: '{ "merchant_user_ref": "사용자-👍" }\n',
  },
  {
    name: 'empty body: the hash of nothing',
    method: 'GET',
    path_and_query: '/',
    timestamp: '2026-02-01T00:00:00.000Z',
    nonce: '5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c66',
    body_utf8: '',
  },
];

/** Ed25519 signatures are deterministic, so that it is always the same. */
export function signatureVectors() {
  const privateKey = createPrivateKey({
    key: Buffer.from(PKCS8_ED25519_PREFIX + RFC_8032_TEST_1, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    about:
      'Test vectors of the request signature of the Merchant Bio API. The key is the published test key 1 of RFC 8032, section 7.1: never trust it outside of tests. ' +
      'canonical_request is six lines joined by one LF, with no LF at the end; content_sha256 is over the raw body bytes; signature is the value of X-Service-Signature.',
    key: {
      source: 'RFC 8032, section 7.1, test 1',
      key_id: 'rfc8032_test_1',
      algorithm: 'ed25519',
      private_key_hex: RFC_8032_TEST_1,
      public_key_base64: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64'),
    },
    vectors: CALLS.map((call) => vectorOf(call, privateKey)),
  };
}

function vectorOf(call: (typeof CALLS)[number], privateKey: KeyObject) {
  const { path_and_query: pathAndQuery, body_utf8: body, ...signedToo } = call;
  const contentSha256 = createHash('sha256').update(body).digest('hex');
  const signed = canonicalRequest({ ...signedToo, pathAndQuery, contentSha256 });
  return {
    ...call,
    body_base64: Buffer.from(body).toString('base64'),
    content_sha256: contentSha256,
    canonical_request: signed,
    signature: SIGNATURE_PREFIX + sign(null, Buffer.from(signed), privateKey).toString('base64'),
  };
}

/** The text of the published file. */
export const signatureVectorsText = (): string => `${JSON.stringify(signatureVectors(), null, 2)}\n`;
