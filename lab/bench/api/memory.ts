import { judged, say, type StoreKind, type Table } from '../bench.ts';
import { memoryOf, type Memory } from '../fixture.ts';
import { mixed, type Target } from './calls.ts';

const PARTS = 10;
/** Allows for caches that still fill. */
const AIM_BYTES_PER_REQUEST = 50;
const UNMET = 'Caches that still fill count as growth: compare a longer run.';

export async function memory(
  store: StoreKind,
  { server, load, calls }: Target,
  requests: number,
): Promise<Table['rows'][number]> {
  say(`${store}: memory over ${requests} requests`);
  const samples: Memory[] = [await memoryOf(server)];
  for (let part = 0; part < PARTS; part++) {
    await load.forRequests(requests / PARTS, mixed(calls));
    samples.push(await memoryOf(server));
  }
  const grows = slope(samples.map(({ heapBytes }) => heapBytes)) / (requests / PARTS);
  const megabytes = (bytes: number): number => bytes / 2 ** 20;
  const [first, last] = [samples[0]!, samples.at(-1)!];
  return {
    store,
    requests,
    'heap MB, start': megabytes(first.heapBytes),
    'heap MB, end': megabytes(last.heapBytes),
    'RSS MB, start': megabytes(first.rssBytes),
    'RSS MB, end': megabytes(last.rssBytes),
    'heap bytes/request': grows,
    ...judged(`≤ ${AIM_BYTES_PER_REQUEST}`, grows <= AIM_BYTES_PER_REQUEST, UNMET),
  };
}

/** Slope of the least-squares line, per sample. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rise = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  return rise / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
}
