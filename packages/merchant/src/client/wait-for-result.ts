import { LIMITS } from '@authly/contract/limits';
import { PROCESSING_ALLOWANCE_MAX_MS } from '@authly/contract/session-times';
import { isFinal } from '@authly/contract/states';
import type { Clock } from '../clock.ts';
import { AuthlyError, sleep } from './authly-error.ts';
import type { ResultResponse } from './result-response.ts';

/** Options of `waitForResult`. */
export interface WaitOptions {
  /** Ends the wait with the code `aborted`. */
  readonly signal?: AbortSignal;
  /** Called with every result, to show progress. */
  readonly onStatus?: (result: ResultResponse) => void;
  /** How long after `expires_at` to wait for an outcome, in milliseconds. Default: the longest processing time. */
  readonly tailMs?: number;
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
  let last: ResultResponse | undefined;
  for (;;) {
    const remainingMs = last === undefined ? Number.POSITIVE_INFINITY : remaining(last, tailMs, clock.now());
    const askedAt = clock.now();
    const result = await lookUpOr(last, () => lookUp(waitFor(remainingMs), signal));
    if (result !== undefined) onStatus?.(result);
    if (result !== undefined && (isFinal(result.status) || remainingMs <= 0)) return result;
    if (result === undefined && remainingMs <= 0 && last !== undefined) return last;
    const changed = result !== undefined && result.status !== last?.status;
    last = result ?? last;
    if (!changed) await sleep(clock, POLL_INTERVAL_MS - (clock.now() - askedAt), signal);
  }
}

/** An invalid `expires_at` must not make the wait endless. */
function remaining({ expires_at }: ResultResponse, tailMs: number, now: number): number {
  const endsAt = Date.parse(expires_at) + tailMs;
  return Number.isNaN(endsAt) ? 0 : endsAt - now;
}

const waitFor = (remainingMs: number): number =>
  Math.max(0, Math.min(LIMITS.resultWaitMaxS, Math.ceil(remainingMs / 1000)));

/** Undefined for a read that failed: the outage may end before the session does. */
async function lookUpOr(
  last: ResultResponse | undefined,
  lookUp: () => Promise<ResultResponse>,
): Promise<ResultResponse | undefined> {
  try {
    return await lookUp();
  } catch (error) {
    if (last === undefined || !(error instanceof AuthlyError) || !passesByItself(error)) throw error;
    return undefined;
  }
}

const passesByItself = ({ code, status = 0 }: AuthlyError): boolean =>
  code === 'network_error' || code === 'timeout' || code === 'unavailable' || code === 'rate_limited' || status >= 502;
