import { SIGNATURE_HEADERS, SIGNATURE_PREFIX } from '@authly/contract/wire/bio/canonical-request';
import { refusal } from './bio-refusal.ts';
import { type Bytes, decodeBase64 } from './encoding.ts';

type HeaderTexts = Readonly<Record<keyof typeof SIGNATURE_HEADERS, string>>;
export type SignedHeaders = Omit<HeaderTexts, 'signature'> & { readonly signature: Bytes };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ED25519_SIGNATURE_BYTES = 64;
const malformed = (reason: string) => refusal('invalid_signature', 1, reason);

/** Step 1: the six `X-Service-*` headers are present, and signature and nonce have their form. */
export function readSignedHeaders(headers: Headers): SignedHeaders {
  const read = Object.entries(SIGNATURE_HEADERS).map(([field, name]) => {
    const value = headers.get(name);
    if (!value) throw refusal('missing_signature', 1, `The header ${name} is missing.`);
    return [field, value];
  });
  const texts = Object.fromEntries(read) as HeaderTexts;
  const signature = decodeSignature(texts.signature);
  if (!UUID.test(texts.nonce)) throw malformed(`The header ${SIGNATURE_HEADERS.nonce} is not in UUID form.`);
  return { ...texts, signature };
}

function decodeSignature(header: string): Bytes {
  if (!header.startsWith(SIGNATURE_PREFIX)) throw malformed(`The signature does not begin with ${SIGNATURE_PREFIX}.`);
  const signature = decodeBase64(header.slice(SIGNATURE_PREFIX.length));
  if (signature === undefined) throw malformed(`What follows ${SIGNATURE_PREFIX} is not base64.`);
  if (signature.length !== ED25519_SIGNATURE_BYTES)
    throw malformed(`The signature has ${signature.length} bytes instead of ${ED25519_SIGNATURE_BYTES}.`);
  return signature;
}
