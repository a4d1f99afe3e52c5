import type { AttemptReport } from '../bio-api/client.ts';

/** What a refusal most often comes from. */
const CODES: Readonly<Record<string, string>> = {
  missing_signature: 'It says that signature headers are missing: does a proxy on the way drop them?',
  invalid_signature: 'It does not know the key: can it fetch the list of signing keys of this environment?',
  signature_mismatch:
    'It says that the signature does not hold: does a proxy change path or body, or does it know itself by another merchant id?',
  timestamp_out_of_range: 'Its clock and ours differ by more than its tolerance.',
  nonce_reused:
    'It says that the nonce was used before, and this one was not: does it share a nonce store with somebody?',
  merchant_bio_internal_error: 'It failed: its own log says why.',
};

const STAGES: Readonly<Record<AttemptReport['stage'], string>> = {
  queue: 'The call was never sent.',
  name: 'Its name does not lead to an address that may be called.',
  connect: 'Nothing listens there.',
  tls: 'No trusted connection: is its certificate from a public CA, or its own CA registered (--bio-ca-file)?',
  status: 'The request was sent, and no status came.',
  body: 'The status came, and no whole body.',
};

/** One sentence or two about a look-up of a user that does not exist. */
export function lookUpInWords(attempt: AttemptReport): string {
  const { failure } = attempt;
  if (failure === 'enrollment_not_found')
    return '404 bio_enrollment_not_found: the signature holds, and it answers as it should';
  if (failure === null) return '200 for a user that does not exist: it must answer 404 bio_enrollment_not_found';
  return failureInWords(attempt, 'The code is none that a look-up of an unknown user may have.');
}

/** The same about an attempt that a session made: why it failed, where it did. */
export function attemptInWords(attempt: AttemptReport): string {
  const { failure, status, reason } = attempt;
  if (failure === null) return `${status}: a good answer`;
  if (failure === 'enrollment_not_found')
    return '404 bio_enrollment_not_found: the merchant holds no enrollment of this user and finger';
  if (reason === 'SANDBOX_DOWN')
    return 'not called: this sandbox takes it for down until "authly sandbox bio-api up" is given';
  return failureInWords(
    attempt,
    (status ?? 0) >= 500
      ? 'It failed: its own log says why.'
      : 'It refused the call, and its code is none of the contract for this.',
  );
}

function failureInWords({ failure, stage, status, code, reason }: AttemptReport, otherCode: string): string {
  const seen = [status, code, reason].filter((part) => part !== null).join(' ');
  if (failure === 'merchant_bio_invalid_response') return `${seen}: the answer is none of the contract's`;
  if (failure === 'merchant_bio_timeout')
    return `${seen === '' ? 'no answer' : seen}: not in time (it waited at the stage ${stage})`;
  if (status === null || status === 200) return `${seen === '' ? 'no answer' : seen}: ${STAGES[stage]}`;
  return `${seen}: ${CODES[code ?? ''] ?? otherCode}`;
}
