// Speed of the engine: `npm run bench -- fingerprint`.
import { median, percentile, type Bench, type Chosen, type Table } from '../bench.ts';
import {
  compare,
  decodeTemplate,
  encodeTemplate,
  extract,
  synthesize,
  type Image,
} from '../../../packages/fingerprint/src/index.ts';

/** Comparisons for each extraction, so that both take about as long. */
const COMPARISONS = 20;
const WARM_UP = 20;

// oxlint-disable-next-line require-await -- every bench returns a promise
async function run(chosen: Chosen): Promise<Table[]> {
  const images = captures(chosen.number('images'));
  const rounds = chosen.number('rounds');
  const records = images.map((image) => encodeTemplate([extract(image)]));
  const views = records.map((record) => decodeTemplate(record)[0]!);
  const match = (one: Uint8Array, other: Uint8Array) => (): unknown =>
    compare(decodeTemplate(one), decodeTemplate(other));
  const genuine = records.flatMap((record, k) => (k % 2 === 1 ? [match(records[k - 1]!, record)] : []));
  const impostor = records.slice(2).map((record, k) => match(records[k]!, record));
  const three = records
    .slice(3)
    .map((record, k) => match(record, encodeTemplate([views[k]!, views[k + 1]!, views[k + 2]!])));
  const extractions = images.map((image) => () => extract(image));
  const rows = [
    row('extraction', timed(extractions, rounds)),
    row('comparison, same finger', timed(genuine, COMPARISONS * rounds)),
    row('comparison, two fingers', timed(impostor, COMPARISONS * rounds)),
    row('comparison, one view with three', timed(three, COMPARISONS * rounds)),
  ];
  const bytes = Math.round(median(records.map(({ length }) => length)));
  const { width, height } = images[0]!;
  return [
    {
      title: `${images.length} synthetic captures of ${width} × ${height} pixels; one thread, warm, by processor time. Median record: ${bytes} bytes.`,
      rows,
    },
  ];
}

/** Two impressions of each finger, one after the other. */
const captures = (count: number): Image[] =>
  Array.from({ length: count }, (_, k) => synthesize({ finger: k >> 1, impression: k & 1 }));

const row = (work: string, ms: readonly number[]): Table['rows'][number] => ({
  work,
  'p50 ms': median(ms),
  'p95 ms': percentile(ms, 0.95),
});

/** Repeats of each measurement. The mean is reported. */
function timed(work: readonly (() => unknown)[], rounds: number): number[] {
  for (let k = 0; k < WARM_UP; k++) work[k % work.length]!();
  return work.map((each) => {
    const before = process.threadCpuUsage();
    for (let round = 0; round < rounds; round++) each();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 / rounds;
  });
}

export default {
  summary: 'milliseconds of an extraction and of a comparison',
  about: 'Extraction, and comparison of two encoded records, decoding included, on one thread.',
  numbers: {
    images: { is: 'synthetic captures', value: 24, quick: 12, min: 4, max: 200 },
    rounds: { is: 'times each is measured', value: 8, quick: 4, min: 1, max: 100 },
  },
  run,
} satisfies Bench;
