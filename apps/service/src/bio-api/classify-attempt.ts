import { BIO_ERROR_CODES, type BioErrorCode } from '@authly/contract/wire/bio/errors';
import { parseReply } from '@authly/contract/captures/replies';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { BioOperationName } from '@authly/contract/operation-table';
import type { AttemptEnd } from '../outbound/exchange.ts';

interface AttemptOutcome {
  /** A 200 whose body is not checked yet has none. */
  readonly failure?: FailureCode;
  readonly retry?: boolean;
  readonly signatureHeld?: boolean;
  /** It is a code of the contract. */
  readonly merchantCode?: BioErrorCode | null;
}

/** A network error, a timeout or a 5xx is retried, and nothing else. */
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
  // The merchant checks the signature before it returns these two codes, and no proxy returns them.
  const signatureHeld = status === 409 && call === 'store' && code === 'idempotency_conflict';
  if (status >= 400) return { failure: 'merchant_bio_rejected', signatureHeld, merchantCode };
  // Includes redirects: following one would send features to an unregistered address.
  return { failure: 'merchant_bio_invalid_response', merchantCode };
}

function errorCode(body: Uint8Array): unknown {
  const reply = parseReply(body) as { error?: { code?: unknown } } | null | undefined;
  return typeof reply === 'object' ? reply?.error?.code : undefined;
}
