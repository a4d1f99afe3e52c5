/** The names of the signed headers, as the Merchant Bio API lists them. */
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
  /** As the merchant's public address has it: the base's own path included, and the query if there is one. */
  readonly pathAndQuery: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** Lowercase hex SHA-256 of the raw body bytes. */
  readonly contentSha256: string;
}

/** Six lines joined by one LF, no LF at the end. */
export function canonicalRequest({ method, pathAndQuery, timestamp, nonce, contentSha256 }: SignedParts): string {
  return `${SIGNED_STRING_CONSTANT}\n${method}\n${pathAndQuery}\n${timestamp}\n${nonce}\n${contentSha256}`;
}
