import type { AuthlyError } from './authly-error.ts';

export interface RetryQuestion {
  readonly error: AuthlyError;
  readonly attempts: number;
  readonly maxRetries: number;
  /** True for reads, and for creations by their idempotency key. */
  readonly repeatable: boolean;
  readonly tokenRenewed: boolean;
  readonly random: number;
}

export type RetryDecision =
  | { readonly retry: false; readonly reason: string }
  | { readonly retry: true; readonly reason: string; readonly delayMs: number; readonly renewToken?: true };

/** The token endpoint's window. A longer wait is the caller's decision. */
const MAX_WAIT_MS = 60_000;
const FIRST_DELAY_MS = 200;

export function decideRetry(question: RetryQuestion): RetryDecision {
  const { error, attempts, maxRetries, repeatable, tokenRenewed, random } = question;
  const no = (reason: string): RetryDecision => ({ retry: false, reason });
  if (error.code === 'aborted') return no('the caller gave up');
  if (error.code === 'invalid_token') {
    return tokenRenewed
      ? no('a fresh token was refused too')
      : { retry: true, reason: 'the token ended early; a fresh one is tried once', delayMs: 0, renewToken: true };
  }
  if (attempts > maxRetries) return no('the retries are used up');
  // Jitter, so that clients do not retry in step.
  const backoffMs = FIRST_DELAY_MS * 2 ** (attempts - 1) * (0.5 + random / 2);
  const delayMs = error.retryAfterMs ?? backoffMs;
  if (delayMs > MAX_WAIT_MS) return no('the service asks for a longer wait than a call should take');
  const yes = (reason: string): RetryDecision => ({ retry: true, reason, delayMs });
  if (error.status === 429) return yes('refused for its rate, so nothing was done');
  if (error.code === 'unavailable') return yes('the service drains or its storage is down, so nothing was done');
  if (!repeatable) return no('it may have been done, and doing it again is not the same');
  if (error.code === 'network_error') return yes('no answer came, and it is safe to repeat');
  if (error.code === 'timeout') return yes('no answer came in time, and it is safe to repeat');
  if (error.status === 502 || error.status === 503 || error.status === 504)
    return yes('a proxy could not reach the service, and it is safe to repeat');
  return no('the service has decided');
}
