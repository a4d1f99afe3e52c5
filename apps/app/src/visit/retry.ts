import { isTemporary, type Reply } from '@authly/ui/app/app-api.ts';
import { backoff } from '@authly/ui/backoff.ts';

/** Waits after calls that failed. */
export const BACKOFF = { firstMs: 400, maxMs: 5000 };

/** A pause that ends early when the device is back online or the page is looked at again. */
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
  /** How long it is worth trying. */
  readonly forMs: number;
  /** After each failure, so that the person learns why nothing happens. */
  readonly onFailure: () => void;
}

/** The answer of a call, tried again while none comes or the service says "not now"; undefined when it is no longer worth it. */
export async function callWithRetry<T>(
  call: () => Promise<Reply<T>>,
  { signal, forMs, onFailure }: RetryOptions,
): Promise<Reply<T> | undefined> {
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
