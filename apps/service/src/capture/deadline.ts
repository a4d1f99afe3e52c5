import type { Clock } from '../runtime/clock.ts';

/** A signal that aborts after this time, unless it is disposed of before. */
export function deadlineIn(ms: number, clock: Clock): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  return { signal: controller.signal, [Symbol.dispose]: clock.after(ms, () => controller.abort()) };
}
