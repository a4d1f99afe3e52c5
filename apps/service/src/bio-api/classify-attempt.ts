import { BIO_ERROR_CODES, type BioErrorCode } from '@authly/contract/bio/errors';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { BioOperationName } from '@authly/contract/operations';
import type { AttemptEnd } from './exchange.ts';
import { parseJson } from './parse-json.ts';

/** What the end of an attempt means for the call. */
interface AttemptOutcome {
  /** Undefined: a 200 with a body that is still to be checked against its table. */
  readonly failure?: FailureCode;
  readonly retry?: boolean;
  readonly signatureHeld?: boolean;
  /** The merchant's error code, if it is one of the contract's. */
  readonly merchantCode?: BioErrorCode | null;
}

/** Status first, a reason per branch. Only a network error, a timeout or a 5xx is tried again. */
export function classifyAttempt(end: AttemptEnd, call: BioOperationName): AttemptOutcome {
  if (end.kind === 'shed') return { failure: 'merchant_bio_unavailable' };
  if (end.status !== undefined && end.status !== 200)
    return classifyStatus(end.status, call, end.kind === 'answered' ? errorCode(end.body) : undefined);
  if (end.kind === 'answered') return {};
  if (end.kind === 'oversize') return { failure: 'merchant_bio_invalid_response' };
  return { failure: end.kind === 'timeout' ? 'merchant_bio_timeout' : 'merchant_bio_unavailable', retry: true };
}

function classifyStatus(status: number, call: BioOperationName, code: unknown): AttemptOutcome {
  const merchantCode = BIO_ERROR_CODES.find((known) => known === code) ?? null;
  if (status >= 500) return { failure: 'merchant_bio_unavailable', retry: true, merchantCode };
  if (status === 404 && call === 'lookup' && code === 'bio_enrollment_not_found')
    return { failure: 'enrollment_not_found', signatureHeld: true, merchantCode };
  // In the contract's order these two come after the signature, and no proxy or framework on the way says them.
  const signatureHeld = status === 409 && call === 'store' && code === 'idempotency_conflict';
  if (status >= 400) return { failure: 'merchant_bio_rejected', signatureHeld, merchantCode };
  // A redirect among them: following it would send features to an address nobody registered.
  return { failure: 'merchant_bio_invalid_response', merchantCode };
}

function errorCode(body: Uint8Array): unknown {
  const reply = parseJson(body) as { error?: { code?: unknown } } | null | undefined;
  return typeof reply === 'object' ? reply?.error?.code : undefined;
}
