import { isPassing, type Reply } from './api.ts';
import { backoff } from './backoff.ts';

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

interface Persistence {
  readonly signal: AbortSignal;
  /** How long it is worth trying. */
  readonly forMs: number;
  /** Told after the first miss, so that the person knows why nothing happens. */
  readonly onMiss: () => void;
}

/** The answer of a call, tried again while none comes or the service says "not now"; undefined when it is no longer worth it. */
export async function persist<T>(
  call: () => Promise<Reply<T>>,
  { signal, forMs, onMiss }: Persistence,
): Promise<Reply<T> | undefined> {
  const until = Date.now() + forMs;
  for (let misses = 0; !signal.aborted; misses++) {
    const reply = await call().catch(() => undefined);
    if (reply !== undefined && !isPassing(reply)) return reply;
    if (signal.aborted || Date.now() >= until) return undefined;
    onMiss();
    await pause(backoff(misses, Math.random()), signal);
  }
  return undefined;
}
