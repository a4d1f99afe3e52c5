import type { FailureCode } from '@authly/contract/failure-codes';
import type { AttemptEnd } from './attempt.ts';

export type Verdict =
  /** A 200 with a body that is still to be checked against its table. */
  | { readonly verdict: 'reply'; readonly body: Uint8Array }
  | { readonly verdict: 'failure'; readonly code: FailureCode; readonly again: boolean };

const failure = (code: FailureCode, again = false): Verdict => ({ verdict: 'failure', code, again });

/** Status first, a reason per branch. Only a network error, a timeout or a 5xx is tried again. */
export function judge(end: AttemptEnd, call: 'store' | 'lookup'): Verdict {
  if (end.kind === 'timeout') return failure('merchant_bio_timeout', true);
  if (end.kind === 'unreachable') return failure('merchant_bio_unavailable', true);
  if (end.kind === 'oversize') return failure('merchant_bio_invalid_response');
  if (end.status >= 500) return failure('merchant_bio_unavailable', true);
  if (end.status === 404 && call === 'lookup' && errorCode(end.body) === 'bio_enrollment_not_found') return failure('enrollment_not_found');
  if (end.status >= 400) return failure('merchant_bio_rejected');
  // A redirect among them: following it would send features to an address nobody registered.
  if (end.status !== 200) return failure('merchant_bio_invalid_response');
  return { verdict: 'reply', body: end.body };
}

function errorCode(body: Uint8Array): unknown {
  const reply = parseJson(body) as { error?: { code?: unknown } } | null | undefined;
  return typeof reply === 'object' ? reply?.error?.code : undefined;
}

export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
