import { SIGNATURE_HEADERS, SIGNATURE_PREFIX } from '@authly/contract/bio/canonical-request';
import { BioRefusal } from './bio-refusal.ts';
import { type Bytes, decodeBase64 } from './encoding.ts';

export interface SignedHeaders {
  readonly merchantId: string;
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly contentSha256: string;
  readonly signature: Bytes;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ED25519_SIGNATURE_BYTES = 64;

/** Step 1: the six `X-Service-*` headers are present, and the signature and the nonce have their form. */
export function readSignedHeaders(headers: Headers): SignedHeaders {
  const required = (name: string): string => {
    const value = headers.get(name);
    if (value === null || value === '')
      throw new BioRefusal('missing_signature', { step: 1, reason: `The header ${name} is missing.` });
    return value;
  };
  const merchantId = required(SIGNATURE_HEADERS.merchantId);
  const keyId = required(SIGNATURE_HEADERS.keyId);
  const timestamp = required(SIGNATURE_HEADERS.timestamp);
  const nonce = required(SIGNATURE_HEADERS.nonce);
  const contentSha256 = required(SIGNATURE_HEADERS.contentSha256);
  const signature = decodeSignature(required(SIGNATURE_HEADERS.signature));
  if (!UUID.test(nonce))
    throw new BioRefusal('invalid_signature', {
      step: 1,
      reason: `The header ${SIGNATURE_HEADERS.nonce} is not in UUID form.`,
    });
  return { merchantId, keyId, timestamp, nonce, contentSha256, signature };
}

function decodeSignature(header: string): Bytes {
  const malformed = (reason: string) => new BioRefusal('invalid_signature', { step: 1, reason });
  if (!header.startsWith(SIGNATURE_PREFIX)) throw malformed(`The signature does not begin with ${SIGNATURE_PREFIX}.`);
  const signature = decodeBase64(header.slice(SIGNATURE_PREFIX.length));
  if (signature === undefined) throw malformed(`What follows ${SIGNATURE_PREFIX} is not base64.`);
  if (signature.length !== ED25519_SIGNATURE_BYTES)
    throw malformed(`The signature has ${signature.length} bytes instead of ${ED25519_SIGNATURE_BYTES}.`);
  return signature;
}
