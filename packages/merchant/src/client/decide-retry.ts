import type { AuthlyError } from './authly-error.ts';

export interface RetryQuestion {
  readonly error: AuthlyError;
  /** How many attempts were made. */
  readonly attempts: number;
  readonly maxRetries: number;
  /** Whether doing it twice is the same as doing it once: reads, and creates by their idempotency key. */
  readonly repeatable: boolean;
  /** A fresh token was already tried. */
  readonly tokenRenewed: boolean;
  /** From 0 up to 1. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly retry: false; readonly reason: string }
  | { readonly retry: true; readonly reason: string; readonly delayMs: number; readonly renewToken?: true };

/** Longer than the token endpoint's window there is nothing to wait for; the caller decides. */
const MAX_WAIT_MS = 60_000;
const FIRST_DELAY_MS = 200;

/** The one place that decides whether a failed call is made again. */
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
  // Between half and all of a delay that doubles, so that many clients do not come back at the same moment.
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
