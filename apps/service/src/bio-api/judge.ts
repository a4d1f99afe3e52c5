import type { FailureCode } from '@authly/contract/failure-codes';
import type { AttemptEnd } from './exchange.ts';
import { parseJson } from './parse-json.ts';

export type BioCall = 'store' | 'lookup';

export type Verdict =
  /** A 200 with a body that is still to be checked against its table. */
  | { readonly verdict: 'reply'; readonly body: Uint8Array }
  | {
      readonly verdict: 'failure';
      readonly code: FailureCode;
      readonly again: boolean;
      readonly signatureHeld: boolean;
    };

const failure = (code: FailureCode, { again = false, signatureHeld = false } = {}): Verdict => ({
  verdict: 'failure',
  code,
  again,
  signatureHeld,
});

/** Status first, a reason per branch. Only a network error, a timeout or a 5xx is tried again. */
export function judge(end: AttemptEnd, call: BioCall): Verdict {
  if (end.kind === 'shed') return failure('merchant_bio_unavailable');
  if (end.status !== undefined && end.status !== 200)
    return judgeStatus(end.status, call, end.kind === 'answered' ? errorCode(end.body) : undefined);
  if (end.kind === 'answered') return { verdict: 'reply', body: end.body };
  if (end.kind === 'oversize') return failure('merchant_bio_invalid_response');
  return failure(end.kind === 'timeout' ? 'merchant_bio_timeout' : 'merchant_bio_unavailable', { again: true });
}

function judgeStatus(status: number, call: BioCall, code: unknown): Verdict {
  if (status >= 500) return failure('merchant_bio_unavailable', { again: true });
  if (status === 404 && call === 'lookup' && code === 'bio_enrollment_not_found')
    return failure('enrollment_not_found', { signatureHeld: true });
  // In the contract's order these two come after the signature, and no proxy or framework on the way says them.
  if (status >= 400)
    return failure('merchant_bio_rejected', {
      signatureHeld: status === 409 && call === 'store' && code === 'idempotency_conflict',
    });
  // A redirect among them: following it would send features to an address nobody registered.
  return failure('merchant_bio_invalid_response');
}

function errorCode(body: Uint8Array): unknown {
  const reply = parseJson(body) as { error?: { code?: unknown } } | null | undefined;
  return typeof reply === 'object' ? reply?.error?.code : undefined;
}
