import { LIMITS } from '@authly/contract/wire/limits';
import { PROCESSING_ALLOWANCE_MAX_MS, SESSION_LIFETIME_MAX_S } from '@authly/contract/wire/session-times';
import { isBeforeCallback, isFinal } from '@authly/contract/wire/states';
import type { Clock } from '../clock.ts';
import { AuthlyError, sleep } from './authly-error.ts';
import { tell } from './hooks.ts';
import type { ResultResponse } from './result-response.ts';

/** Options of `waitForResult`. */
export interface WaitOptions {
  /** Ends the wait with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with every result, to show progress. */
  readonly onStatus?: ((result: ResultResponse) => unknown) | undefined;
  /** How long after `expires_at` to wait for an outcome, in milliseconds. Default: the longest processing time. */
  readonly tailMs?: number | undefined;
}

type LookUp = (waitSeconds: number, signal: AbortSignal | undefined) => Promise<ResultResponse>;

/** The contract's polling interval, for answers that return at once. */
const POLL_INTERVAL_MS = 3_000;

/** A capture sent just before `expires_at` is still processed, so the last read is after it. */
export async function waitForResult(
  lookUp: LookUp,
  clock: Clock,
  { signal, onStatus, tailMs = PROCESSING_ALLOWANCE_MAX_MS }: WaitOptions,
): Promise<ResultResponse> {
  const latest = clock.now() + SESSION_LIFETIME_MAX_S * 1000;
  let last: ResultResponse | undefined;
  let endsAt = latest;
  for (;;) {
    const askedAt = clock.now();
    const remainingMs = endsAt + tailMs - askedAt;
    const answer = await lookUp(waitFor(remainingMs), signal).catch((error: unknown) => orError(error, last));
    if (answer instanceof AuthlyError) {
      if (remainingMs <= 0 && last !== undefined) return last;
      if (remainingMs <= 0) throw answer;
      await sleep(clock, Math.max(POLL_INTERVAL_MS, Math.min(answer.retryAfterMs ?? 0, remainingMs)), signal);
      continue;
    }
    tell(onStatus, answer);
    if (isFinal(answer.status) || remainingMs <= 0) return answer;
    const changed = answer.status !== last?.status;
    last = answer;
    if (changed) endsAt = Math.min(endOf(answer, clock.now()), latest);
    else await sleep(clock, POLL_INTERVAL_MS - Math.max(0, clock.now() - askedAt), signal);
  }
}

/** This clock may be wrong: a session before its callback has not expired, and processing has just begun at `seenAt`. */
const endOf = ({ status, expires_at }: ResultResponse, seenAt: number): number =>
  isBeforeCallback(status) ? Number.POSITIVE_INFINITY : Math.max(Date.parse(expires_at) || 0, seenAt);

const waitFor = (remainingMs: number): number =>
  Math.max(0, Math.min(LIMITS.resultWaitMaxS, Math.ceil(remainingMs / 1000)));

/** Returns an error that may end before the session does. Before the first result, a missing answer may mean a wrong address. */
function orError(error: unknown, last: ResultResponse | undefined): AuthlyError {
  if (!(error instanceof AuthlyError)) throw error;
  const { code, status = 0 } = error;
  const isBusy = code === 'unavailable' || code === 'rate_limited';
  if (isBusy || (last !== undefined && (code === 'network_error' || code === 'timeout' || status >= 502))) return error;
  throw error;
}
