export interface BioHeader {
  readonly name: string;
  readonly content: string;
  readonly on: 'both' | 'store';
}

/** Sent with each call to a merchant's Bio API. The first six are the signature. */
// biome-ignore format: one row a line
export const BIO_REQUEST_HEADERS: readonly BioHeader[] = [
  { name: 'X-Service-Merchant-Id', on: 'both', content: 'The merchant id that the call is meant for: yours.' },
  { name: 'X-Service-Key-Id', on: 'both', content: 'Id of the signing key. One key signs for all merchants.' },
  { name: 'X-Service-Timestamp', on: 'both', content: 'When the call was signed: ISO 8601 in UTC, ending in `Z`. Today with three digits of a fraction of a second; take it with none, and with up to nine, too.' },
  { name: 'X-Service-Nonce', on: 'both', content: 'A UUID that no other call carries.' },
  { name: 'X-Service-Content-SHA256', on: 'both', content: 'Lowercase hex SHA-256 of the raw bytes of the body.' },
  { name: 'X-Service-Signature', on: 'both', content: '`v2=` followed by the base64 of the 64 bytes of the Ed25519 signature. Any other prefix is refused.' },
  { name: 'X-Request-Id', on: 'both', content: 'A UUID, for your logs and for `error.request_id`; you need not answer with the header. It is not signed, so anybody can put anything there: log it only if it is 1–128 visible ASCII characters, and make one of your own otherwise.' },
  { name: 'Idempotency-Key', on: 'store', content: 'Equals `enrollment_session_id` of the body.' },
  { name: 'Content-Type', on: 'both', content: '`application/json`' },
];
