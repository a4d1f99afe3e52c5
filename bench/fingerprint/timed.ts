import { extractObserved } from '../../packages/fingerprint/src/extract/index.ts';
import type { Image } from '../../packages/fingerprint/src/index.ts';
import { distribution, type Distribution } from './distribution.ts';

/** Mean milliseconds of each stage: the time from the stage before it to its own result. */
export function stagesOf(images: readonly Image[]): Record<string, number> {
  const sums: Record<string, number> = {};
  const rounds = 8;
  for (let round = 0; round < rounds; round++) {
    for (const image of images) {
      let last = now();
      const take = (stage: string): void => {
        const here = now();
        sums[stage] = (sums[stage] ?? 0) + (here - last) / (rounds * images.length);
        last = now();
      };
      extractObserved(image, take);
      take('record');
    }
  }
  return sums;
}

/** Milliseconds of processor time of this thread, where the runtime tells them. Some systems count it in steps of four. */
function now(): number {
  const usage = 'threadCpuUsage' in process ? process.threadCpuUsage() : undefined;
  return usage ? (usage.user + usage.system) / 1000 : performance.now();
}

export function warmUp(work: readonly (() => unknown)[]): void {
  for (let round = 0; round < 20; round++) for (const each of work) each();
}

/** Each work so many times in a row, and of that the mean: one figure for each work. */
export function timed(work: readonly (() => unknown)[], rounds: number, scale: number): Distribution {
  return distribution(
    work.map((each) => {
      const start = now();
      for (let round = 0; round < rounds; round++) each();
      return ((now() - start) * scale) / rounds;
    }),
  );
}
