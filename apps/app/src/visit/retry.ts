import { isTemporary, type AppReply } from '@authly/app-client/app-api.ts';
import { backoff } from '@authly/app-client/time/backoff.ts';

export const BACKOFF = { firstMs: 400, maxMs: 5000 };

/** Ends early when the device is online again or the page is visible again. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

interface RetryOptions {
  readonly signal: AbortSignal;
  readonly forMs: number;
  readonly onFailure: () => void;
}

/** Repeats a call without an answer or with a temporary one. Undefined when the time is up. */
export async function callWithRetry<T>(
  call: () => Promise<AppReply<T>>,
  { signal, forMs, onFailure }: RetryOptions,
): Promise<AppReply<T> | undefined> {
  const until = Date.now() + forMs;
  for (let failures = 1; !signal.aborted; failures++) {
    const reply = await call().catch(() => undefined);
    if (reply !== undefined && !isTemporary(reply)) return reply;
    if (signal.aborted || Date.now() >= until) return undefined;
    onFailure();
    await pause(backoff(failures, BACKOFF), signal);
  }
  return undefined;
}
