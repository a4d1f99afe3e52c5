import type { Bench } from './measure.ts';
import type { Memory } from './usage.ts';

export interface MemoryReport {
  readonly requests: number;
  /** After each part, garbage collected. The first stands after the warm-up. */
  readonly samples: readonly Memory[];
  readonly heapBytesPerRequest: number;
  readonly rssBytesPerRequest: number;
}

/** Fills the caches and lets the compiler settle. */
const WARM_UP = 20_000;
const PARTS = 10;

/** Holds nothing per request: the line through the samples is level. Of ten requests one is a token, three create, six read. */
export async function watchMemory({ target, load, calls }: Bench, requests: number, progress: (done: number) => void): Promise<MemoryReport> {
  const mixed = [calls.token, calls.create, calls.create, calls.create, ...Array.from({ length: 6 }, () => calls.result)];
  let turn = 0;
  const next = (): Buffer => mixed[turn++ % mixed.length]!();
  await target.clients.stock((WARM_UP + requests) / 10 + PARTS);
  await load.forRequests(WARM_UP, next);
  const samples = [await target.memory()];
  const part = Math.ceil(requests / PARTS);
  for (let done = part; done <= part * PARTS; done += part) {
    await load.forRequests(part, next);
    samples.push(await target.memory());
    progress(done);
  }
  return {
    requests: part * PARTS,
    samples,
    heapBytesPerRequest: slope(samples.map((sample) => sample.heapBytes)) / part,
    rssBytesPerRequest: slope(samples.map((sample) => sample.rssBytes)) / part,
  };
}

/** Of the line of least squares, per sample. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rise = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  const run = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return rise / run;
}
