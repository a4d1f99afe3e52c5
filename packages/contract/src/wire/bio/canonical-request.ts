export const SIGNATURE_HEADERS = {
  merchantId: 'x-service-merchant-id',
  keyId: 'x-service-key-id',
  timestamp: 'x-service-timestamp',
  nonce: 'x-service-nonce',
  contentSha256: 'x-service-content-sha256',
  signature: 'x-service-signature',
} as const;

export const SIGNATURE_PREFIX = 'v2=';
export const SIGNED_STRING_CONSTANT = 'SERVICE-ED25519';

export interface SignedParts {
  readonly method: string;
  /** Path and query at the merchant's public address, including the path of the base address. */
  readonly pathAndQuery: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly contentSha256: string;
}

export function canonicalRequest({ method, pathAndQuery, timestamp, nonce, contentSha256 }: SignedParts): string {
  return `${SIGNED_STRING_CONSTANT}\n${method}\n${pathAndQuery}\n${timestamp}\n${nonce}\n${contentSha256}`;
}
