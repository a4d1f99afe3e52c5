import type { Clock } from './clock.ts';

interface RepeatOptions {
  readonly clock: Clock;
  /** The pause before each round. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Repeats work until it is stopped. An error does not end it. Stopping waits for the current round. */
export function repeat({ clock, everyMs, onError }: RepeatOptions, work: () => Promise<unknown>): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | undefined;
  let cancel = (): void => {};
  const plan = (): void => {
    if (!stopped) cancel = clock.after(everyMs, () => void (running = work().catch(onError).then(plan)));
  };
  plan();
  return async () => {
    stopped = true;
    cancel();
    await running;
  };
}
