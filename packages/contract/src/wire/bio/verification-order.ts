import { BIO_LIMITS } from '../limits.ts';
import type { BioErrorCode } from './errors.ts';

const COOLDOWN_S = BIO_LIMITS.keyListCooldownMs / 1000;
const TOLERANCE_MINUTES = BIO_LIMITS.timestampToleranceMs / 60_000;

/** The source of a rule: the contract, or our decision on an open point. */
export type AskedBy = 'contract' | 'advice';

export interface StepRefusal {
  readonly when: string;
  readonly code: BioErrorCode;
  readonly askedBy: AskedBy;
}

export interface OrderedStep {
  /** The contract's number. The checks after step 8 have none. */
  readonly step: number | 'then';
  readonly rule: string;
  readonly refusals: readonly StepRefusal[];
}

const refusal = (askedBy: AskedBy, code: BioErrorCode, when: string): StepRefusal => ({ when, code, askedBy });

// biome-ignore format: one refusal a line
export const VERIFICATION_ORDER: readonly OrderedStep[] = [
  { step: 1, rule: 'The six `X-Service-*` headers are present.', refusals: [
    refusal('contract', 'missing_signature', 'one of them is missing or empty'),
    refusal('contract', 'invalid_signature', 'the signature does not begin with `v2=`, is not base64 or has not 64 bytes'),
    refusal('advice', 'invalid_signature', 'the nonce is no UUID'),
  ] },
  { step: 2, rule: `The public key for \`X-Service-Key-Id\` is found. For an id that is not in the cache, fetch the key list again, at most every ${COOLDOWN_S} seconds.`, refusals: [
    refusal('contract', 'invalid_signature', 'the id is not on the list, fetched again or too soon for that'),
    refusal('advice', 'merchant_bio_internal_error', 'the key list cannot be fetched, now or at the last try'),
  ] },
  { step: 3, rule: '`X-Service-Merchant-Id` is your own merchant id.', refusals: [
    refusal('advice', 'signature_mismatch', 'it is another one; the contract asks for a refusal and names no code'),
  ] },
  { step: 4, rule: `The timestamp is within ${TOLERANCE_MINUTES} minutes of your clock, before or after.`, refusals: [
    refusal('contract', 'timestamp_out_of_range', 'it is not'),
    refusal('advice', 'timestamp_out_of_range', 'it is no timestamp; the contract names no code'),
  ] },
  { step: 5, rule: 'The nonce was not used before. Only look it up here.', refusals: [
    refusal('contract', 'nonce_reused', 'it was'),
    refusal('advice', 'merchant_bio_internal_error', 'the nonce store fails; the contract asks for a refusal and names no code'),
  ] },
  { step: 6, rule: 'The SHA-256 of the raw body bytes equals `X-Service-Content-SHA256`.', refusals: [
    refusal('advice', 'signature_mismatch', 'it differs; the contract asks for a refusal and names no code'),
  ] },
  { step: 7, rule: 'Build the signed string.', refusals: [] },
  { step: 8, rule: 'The signature, the base64 after `v2=`, holds for the signed string. Now, and not earlier, claim the nonce in one atomic step and keep it for twice the tolerance at least.', refusals: [
    refusal('contract', 'signature_mismatch', 'it does not hold'),
    refusal('advice', 'nonce_reused', 'another call has claimed the nonce since step 5'),
  ] },
  { step: 'then', rule: 'Parse the body and check its fields; unknown ones are ignored. If several are wrong, answer for the first in this order: a field outside the payload is missing, empty or not a text; the type; the payload is missing or no object, or a field of it is missing, empty or not a text, or `captured_at` is no timestamp; the finger. So an empty `type` or `finger` is `invalid_request`. Then `merchant_id` in the body is yours, and on a store `Idempotency-Key` is `enrollment_session_id`: one key signs for all merchants, so the signature alone does not say for whom.', refusals: [
    refusal('contract', 'invalid_request', 'it is not JSON, or a field is missing or malformed'),
    refusal('contract', 'unsupported_bio_type', 'the type is not supported'),
    refusal('contract', 'unsupported_finger', 'the finger code is not supported'),
    refusal('advice', 'signature_mismatch', 'the body names another merchant, or the key is not the session id'),
  ] },
  { step: 9, rule: 'Store or look up.', refusals: [
    refusal('contract', 'idempotency_conflict', 'a store: the key was used before with a different body'),
    refusal('contract', 'bio_enrollment_not_found', 'a lookup: nothing is stored for this user and finger'),
    refusal('contract', 'merchant_bio_internal_error', 'your store fails'),
  ] },
];
