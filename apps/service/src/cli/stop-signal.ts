import { once } from 'node:events';

/** Stopped by Ctrl-C, by a supervisor, or because the output was closed (`| head`). */
export function stopSignal(): Disposable & { readonly stopped: AbortSignal; readonly whenStopped: Promise<unknown> } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, stop);
  process.stdout.on('error', stop);
  return {
    stopped: controller.signal,
    whenStopped: once(controller.signal, 'abort'),
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop);
      process.stdout.off('error', stop);
    },
  };
}

/** Await the result before the next write. */
export const toStdout = (text: string): Promise<unknown> | undefined =>
  process.stdout.write(text) ? undefined : once(process.stdout, 'drain').catch(() => {});
