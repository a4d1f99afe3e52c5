import type { Calls } from './calls.ts';
import type { Bench, Others } from './measure.ts';
import type { NextRequest } from './requests.ts';
import type { Memory } from './usage.ts';

export interface MemoryReport {
  readonly requests: number;
  /** After each part, garbage collected. The first stands after the warm-up. */
  readonly samples: readonly Memory[];
  readonly heapBytesPerRequest: number;
  readonly rssBytesPerRequest: number;
}

const PARTS = 10;
/** Before the first sample: the caches fill, and the compiler settles. */
const WARM_UP = { requests: 20_000, ms: 15_000 };

/** Of ten requests one is a token, three create, six read. */
function mixed({ token, create, result }: Calls): NextRequest {
  const turns = [token, create, create, create, result, result, result, result, result, result];
  let turn = 0;
  return () => turns[turn++ % turns.length]!();
}

/** A server that has just started is slower: its code is compiled while it runs. */
export async function warmUp({ target, load, calls }: Bench): Promise<void> {
  await target.clients.stock(WARM_UP.requests);
  await load.forRequests(WARM_UP.requests, mixed(calls), { maxMs: WARM_UP.ms });
}

export async function warmUpOidc({ load, token }: Others['oidc']): Promise<void> {
  await load.forRequests(WARM_UP.requests / 4, token, { maxMs: WARM_UP.ms });
}

/** Holds nothing per request: the line through the samples is level. For a server that is warm. */
export async function watchMemory(
  { target, load, calls }: Bench,
  requests: number,
  progress: (done: number) => void,
): Promise<MemoryReport> {
  const next = mixed(calls);
  await target.clients.stock(requests / 10 + PARTS);
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
