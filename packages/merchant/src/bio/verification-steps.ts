import { SIGNATURE_HEADERS } from '@authly/contract/bio/canonical-request';
import { parseUtcTimestamp } from '@authly/contract/iso-timestamp';
import { BioRefusal } from './bio-refusal.ts';
import { type Bytes, sha256Hex, utf8 } from './encoding.ts';
import type { BioEndpoint } from './endpoint.ts';
import { KeyListError, type PublicKey } from './fetch-key-list.ts';
import type { NonceStore } from './nonce-store.ts';
import type { BioBody } from './parse-bio-body.ts';
import type { SignedHeaders } from './signed-headers.ts';
import type { SigningKeys } from './signing-keys.ts';

/** One guard per step of the contract's verification order; each throws the refusal that its step calls for. */

export async function requireKey(keyId: string, keys: SigningKeys): Promise<PublicKey> {
  let key: PublicKey | undefined;
  try {
    key = await keys.find(keyId);
  } catch (error) {
    throw new BioRefusal('merchant_bio_internal_error', {
      step: 2,
      reason: `The list of signing keys cannot be fetched.${error instanceof KeyListError ? ` ${error.message}` : ''}`,
      cause: error,
    });
  }
  if (key === undefined)
    throw new BioRefusal('invalid_signature', {
      step: 2,
      reason: 'The service publishes no key with this X-Service-Key-Id.',
    });
  return key;
}

export function requireOwnMerchant(named: string, own: string): void {
  if (named !== own)
    throw new BioRefusal('signature_mismatch', {
      step: 3,
      reason: `The header ${SIGNATURE_HEADERS.merchantId} names another merchant.`,
    });
}

export function requireTimely(timestamp: string, now: number, toleranceMs: number): void {
  const refused = (reason: string) => new BioRefusal('timestamp_out_of_range', { step: 4, reason });
  const sentAt = parseUtcTimestamp(timestamp);
  if (sentAt === undefined) throw refused('The timestamp is not ISO 8601 in UTC.');
  const skewMs = now - sentAt;
  if (Math.abs(skewMs) <= toleranceMs) return;
  const [seconds, side] = [Math.round(Math.abs(skewMs) / 1000), skewMs > 0 ? 'behind' : 'ahead of'];
  throw refused(`The timestamp is ${seconds} s ${side} this server's clock; ${toleranceMs / 1000} s are tolerated.`);
}

export async function requireUnusedNonce(nonce: string, nonces: NonceStore): Promise<void> {
  if (await orRefuse(5, () => nonces.has(nonce)))
    throw new BioRefusal('nonce_reused', { step: 5, reason: 'This nonce was used before.' });
}

export async function claimNonce(nonce: string, nonces: NonceStore, keepMs: number): Promise<void> {
  const claimed = await orRefuse(8, () => nonces.claim(nonce, keepMs));
  if (!claimed)
    throw new BioRefusal('nonce_reused', {
      step: 8,
      reason: 'The same nonce was claimed by a request at the same moment.',
    });
}

/** No fail-open: a nonce store that cannot answer refuses the call. */
async function orRefuse(step: 5 | 8, ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    throw new BioRefusal('merchant_bio_internal_error', { step, reason: 'The nonce store failed.', cause: error });
  }
}

export async function requireSameHash(rawBody: Bytes, stated: string): Promise<string> {
  const computed = await sha256Hex(rawBody);
  if (computed !== stated)
    throw new BioRefusal('signature_mismatch', {
      step: 6,
      reason: 'The SHA-256 of the received body differs from X-Service-Content-SHA256.',
    });
  return computed;
}

export async function requireSignature(canonical: string, { signature }: SignedHeaders, key: PublicKey): Promise<void> {
  // The algorithm is pinned here and at the key's import; nothing in the request can choose another.
  if (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, utf8(canonical))) return;
  throw new BioRefusal('signature_mismatch', {
    step: 8,
    reason: 'The signature does not hold for the canonical request that this server built.',
  });
}

export function requireBinding(
  endpoint: BioEndpoint,
  body: BioBody<BioEndpoint>,
  merchantId: string,
  headers: Headers,
): void {
  const refused = (reason: string) => new BioRefusal('signature_mismatch', { step: 'binding', reason });
  if (body.merchant_id !== merchantId) throw refused('The signed body names another merchant.');
  if (endpoint === 'store' && headers.get('idempotency-key') !== (body as BioBody<'store'>).enrollment_session_id) {
    throw refused('The Idempotency-Key is not the enrollment_session_id of the signed body.');
  }
}
