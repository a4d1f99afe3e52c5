import { systemClock } from './clock.ts';

/** Rejects with this error if the work takes longer. The work goes on. */
export async function inTime<T>(work: Promise<T>, ms: number, late: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = systemClock.after(ms, () => reject(late));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
