import type { Clock } from '../runtime/clock.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';

/** The pause doubles after each try. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;

export interface Patience {
  readonly clock: Clock;
  readonly forMs: number;
}

/** Repeats work that no other process can do later. A repeated write may be stored already: its answer was lost. Throws the last error after `forMs`. */
export async function retryWhileStoreIsDown<T>(
  { clock, forMs }: Patience,
  act: (isRepeated: boolean) => Promise<T>,
): Promise<T> {
  const until = clock.elapsed() + forMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await act(pauseMs > FIRST_PAUSE_MS);
    } catch (error) {
      const leftMs = until - clock.elapsed();
      if (!(error instanceof StoreUnavailableError) || leftMs <= 0) throw error;
      await new Promise<void>((resolve) => void clock.after(Math.min(pauseMs, leftMs), resolve));
    }
  }
}
