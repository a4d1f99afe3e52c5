import { SIGNATURE_HEADERS } from '@authly/contract/wire/bio/canonical-request';
import { parseUtcTimestamp } from '@authly/contract/wire/iso-timestamp';
import { orRefuse, refusal } from './bio-refusal.ts';
import { type Bytes, sha256Hex, utf8 } from './encoding.ts';
import type { BioEndpoint } from './endpoint.ts';
import { KeyListError, type PublicKey } from './fetch-key-list.ts';
import type { NonceStore } from './stores.ts';
import type { BioBody } from './parse-bio-body.ts';
import type { SignedHeaders } from './signed-headers.ts';
import type { SigningKeys } from './signing-keys.ts';

/** One guard for each step of the verification order. Each throws its step's refusal. */

export async function requireKey(keyId: string, keys: SigningKeys): Promise<PublicKey> {
  let key: PublicKey | undefined;
  try {
    key = await keys.find(keyId);
  } catch (error) {
    const why = error instanceof KeyListError ? ` ${error.message}` : '';
    throw refusal('merchant_bio_internal_error', 2, `The list of signing keys cannot be fetched.${why}`, error);
  }
  if (key === undefined)
    throw refusal('invalid_signature', 2, 'The service publishes no key with this X-Service-Key-Id.');
  return key;
}

export function requireOwnMerchant(named: string, own: string): void {
  if (named !== own)
    throw refusal('signature_mismatch', 3, `The header ${SIGNATURE_HEADERS.merchantId} names another merchant.`);
}

export function requireTimely(timestamp: string, now: number, toleranceMs: number): void {
  const refused = (reason: string) => refusal('timestamp_out_of_range', 4, reason);
  const sentAt = parseUtcTimestamp(timestamp);
  if (sentAt === undefined) throw refused('The timestamp is not ISO 8601 in UTC.');
  const skewMs = now - sentAt;
  if (Math.abs(skewMs) <= toleranceMs) return;
  const [seconds, side] = [Math.round(Math.abs(skewMs) / 1000), skewMs > 0 ? 'behind' : 'ahead of'];
  throw refused(`The timestamp is ${seconds} s ${side} this server's clock; ${toleranceMs / 1000} s are tolerated.`);
}

const NONCES_FAILED = 'The nonce store failed.';

export async function requireUnusedNonce(nonce: string, nonces: NonceStore): Promise<void> {
  if (await orRefuse(5, NONCES_FAILED, () => nonces.has(nonce)))
    throw refusal('nonce_reused', 5, 'This nonce was used before.');
}

export async function claimNonce(nonce: string, nonces: NonceStore, keepMs: number): Promise<void> {
  if (!(await orRefuse(8, NONCES_FAILED, () => nonces.claim(nonce, keepMs))))
    throw refusal('nonce_reused', 8, 'The same nonce was claimed by a request at the same moment.');
}

export async function requireSameHash(rawBody: Bytes, stated: string): Promise<string> {
  const computed = await sha256Hex(rawBody);
  if (computed === stated) return computed;
  const reason = 'The SHA-256 of the received body differs from X-Service-Content-SHA256.';
  throw refusal('signature_mismatch', 6, reason);
}

export async function requireSignature(canonical: string, { signature }: SignedHeaders, key: PublicKey): Promise<void> {
  // The algorithm is fixed here and at the key's import. The request cannot choose another.
  if (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, utf8(canonical))) return;
  const reason = 'The signature does not hold for the canonical request that this server built.';
  throw refusal('signature_mismatch', 8, reason);
}

export function requireBinding(
  endpoint: BioEndpoint,
  body: BioBody<BioEndpoint>,
  merchantId: string,
  headers: Headers,
): void {
  const refused = (reason: string) => refusal('signature_mismatch', 'binding', reason);
  if (body.merchant_id !== merchantId) throw refused('The signed body names another merchant.');
  if (endpoint === 'store' && headers.get('idempotency-key') !== (body as BioBody<'store'>).enrollment_session_id)
    throw refused('The Idempotency-Key is not the enrollment_session_id of the signed body.');
}
