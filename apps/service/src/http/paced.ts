/** It rests ten times as long as it took, but no longer than this: whoever asks is still told in time. */
const REST_TIMES = 10;
const LONGEST_REST_MS = 100;
/** Work that hangs is begun again after this. */
const HANGS_MS = 1000;

/**
 * Work that anybody may ask for, and as often as they like: it is done for all who wait for it together, and then rests, so that it
 * never takes more than a small part of the time. What is told was found after it was asked for.
 */
export function paced<T>(work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  let rested: Promise<void> = Promise.resolve();
  const begin = async (): Promise<T> => {
    await rested;
    // Who asks from here on asks for the next one.
    next = undefined;
    const began = performance.now();
    const done = work();
    const rest = (): Promise<void> => pause(Math.min(REST_TIMES * (performance.now() - began), LONGEST_REST_MS));
    rested = Promise.race([done.then(rest, rest), pause(HANGS_MS)]);
    return done;
  };
  return () => (next ??= begin());
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());
