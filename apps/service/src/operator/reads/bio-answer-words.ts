import type { AttemptReport } from '../../bio-api/client.ts';

/** The most frequent cause of each error code. */
const CODES: Readonly<Record<string, string>> = {
  missing_signature: 'Signature headers are missing. Does a proxy drop them?',
  invalid_signature: 'The merchant does not know the key. Can it fetch the signing keys of this environment?',
  signature_mismatch:
    'The signature does not match. Does a proxy change the path or body, or does the merchant use another merchant id?',
  timestamp_out_of_range: 'The clocks of the merchant and of this service differ too much.',
  nonce_reused:
    'The merchant has seen this nonce before, but it is new. Does it share a nonce store with another system?',
  merchant_bio_internal_error: 'The Bio API failed. Its log has the reason.',
};

const STAGES: Readonly<Record<AttemptReport['stage'], string>> = {
  queue: 'The call was not sent.',
  name: 'The host name does not resolve to an allowed address.',
  connect: 'Nothing listens at this address.',
  tls: 'The TLS certificate is not trusted. Is it from a public CA, or is its own CA set for this merchant?',
  status: 'The request was sent, but no response arrived.',
  body: 'The response body was incomplete.',
};

/** A response without an error code of the contract is not from a Bio API. */
function notOfABioApi(status: number | null): string | undefined {
  if (status === 404)
    return 'There is no Bio API at this path. Is the registered address the right one, with its own path?';
  if (status === 502 || status === 503 || status === 504)
    return 'A proxy answered: it does not reach the Bio API behind it.';
  if (status !== null && status >= 400 && status < 500)
    return 'Something in front of the Bio API rejected the call (login, firewall, proxy), or this is not its path.';
  return undefined;
}

export const storeInWords = (attempt: AttemptReport): string =>
  attempt.failure === null ? '200, stored' : failureInWords(attempt, notOfABioApi(attempt.status) ?? 'Expected 200.');

/** About a lookup of a user that does not exist. */
export function lookupInWords(attempt: AttemptReport): string {
  const { failure } = attempt;
  if (failure === 'enrollment_not_found')
    return '404 bio_enrollment_not_found, as expected: the signature was accepted';
  if (failure === null) return '200 for a user that does not exist; expected 404 bio_enrollment_not_found';
  return failureInWords(attempt, notOfABioApi(attempt.status) ?? 'Expected 404 bio_enrollment_not_found.');
}

export function attemptInWords(attempt: AttemptReport): string {
  const { failure, status, reason } = attempt;
  if (failure === null) return `${status} OK`;
  if (failure === 'enrollment_not_found')
    return '404 bio_enrollment_not_found: the merchant has no enrollment of this user and finger';
  if (reason === 'SANDBOX_DOWN')
    return 'not called: this sandbox simulates an outage. End it with "authly sandbox bio-api up"';
  return failureInWords(
    attempt,
    (status ?? 0) >= 500
      ? 'The Bio API failed. Its log has the reason.'
      : 'Something in front of the Bio API may have rejected the call (authentication, firewall, wrong path).',
  );
}

function failureInWords({ failure, stage, status, code, reason }: AttemptReport, otherCode: string): string {
  const seen = [status, code, reason].filter((part) => part !== null).join(' ');
  if (failure === 'merchant_bio_invalid_response' && status !== null && status >= 300 && status < 400)
    return `${seen}: a redirect, which the service does not follow. Register the address that it leads to`;
  if (failure === 'merchant_bio_invalid_response') return `${seen}: the response does not follow the contract`;
  if (failure === 'merchant_bio_timeout') return `${seen === '' ? 'no response' : seen}: timeout at stage ${stage}`;
  if (status === null || status === 200) return `${seen === '' ? 'no response' : seen}: ${STAGES[stage]}`;
  return `${seen}: ${CODES[code ?? ''] ?? otherCode}`;
}
