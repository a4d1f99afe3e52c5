// How fast the engine is: `npm run bench -- fingerprint`.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import {
  compare,
  decodeTemplate,
  encodeTemplate,
  extract,
  ImageError,
  synthesize,
  type Image,
} from '../../packages/fingerprint/src/index.ts';
import { findSets } from '../accuracy/dataset.ts';
import { readImage } from '../accuracy/image-file.ts';
import { Pool } from '../accuracy/pool.ts';
import type { Bench } from '../main.ts';
import { distribution } from './distribution.ts';
import { type Report, table } from './report.ts';
import { stagesOf, timed, warmUp } from './timed.ts';

const HELP = `npm run bench -- fingerprint [options]

Warm, on one core, by the processor time of the thread: milliseconds per extraction and
microseconds per comparison of two encoded records, decoding included, of single touches and of one touch with three. Then templates per
second in a pool of worker threads.

  --data DIR    prints to use (every tenth); without it synthetic fingers
  --images N    how many images (24)
  --stages      also what each stage of an extraction takes
  --rounds N    how often in a row each is measured, comparisons ten times as often (8)
  --workers N   size of the pool (one per core)
  --json        one JSON object instead of the table
`;

/** For each extraction so many comparisons: both then take about as long. */
const COMPARISONS = 10;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      images: { type: 'string', default: '24' },
      stages: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '8' },
      workers: { type: 'string', default: String(availableParallelism()) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const images =
    values.data === undefined ? synthetic(Number(values.images)) : fromFolder(values.data, Number(values.images));
  const report = await measure(
    images,
    Number(values.rounds),
    Number(values.workers),
    values.data === undefined ? 'synthetic' : 'real',
  );
  const whole = values.stages ? { ...report, stages_ms: stagesOf(images.filter(isReadable)) } : report;
  console.log(values.json ? JSON.stringify(whole) : table(whole));
}

/** Two impressions of each finger, one after the other. */
function synthetic(count: number): Image[] {
  return Array.from({ length: count }, (_, k) => synthesize({ finger: k >> 1, impression: k & 1 }));
}

function fromFolder(folder: string, count: number): Image[] {
  const files = findSets(folder, new Map()).flatMap((set) => set.prints.map(({ file }) => ({ file, dpi: set.dpi })));
  const step = Math.max(1, Math.floor(files.length / count));
  return files.flatMap((each, k) => (k % step < 2 && k / step < count / 2 ? [readImage(each.file, each.dpi)] : []));
}

async function measure(images: readonly Image[], rounds: number, workers: number, kind: string): Promise<Report> {
  const readable = images.filter(isReadable);
  const views = readable.map((image) => extract(image));
  const records = views.map((view) => encodeTemplate([view]));
  const match = (a: Uint8Array, b: Uint8Array) => (): unknown => compare(decodeTemplate(a), decodeTemplate(b));
  const genuine = records.flatMap((record, k) => (k % 2 === 1 ? [match(records[k - 1]!, record)] : []));
  const impostor = records.slice(2).map((record, k) => match(records[k]!, record));
  // Two of the probe's finger and one other: what is compared does not depend on which.
  const three = records
    .slice(3)
    .map((record, k) => match(record, encodeTemplate([views[k]!, views[k + 1]!, views[k + 2]!])));
  warmUp([...genuine, ...impostor, ...three]);
  const extractions = readable.map((image) => () => extract(image));
  timed(extractions, 1, 1);
  return {
    images: `${readable.length} ${kind}, ${Math.min(...readable.map((image) => image.width))} × ${Math.min(...readable.map((image) => image.height))} and up`,
    extract_ms: timed(extractions, rounds, 1),
    compare_genuine_us: timed(genuine, COMPARISONS * rounds, 1000),
    compare_impostor_us: timed(impostor, COMPARISONS * rounds, 1000),
    compare_three_us: timed(three, COMPARISONS * rounds, 1000),
    record_bytes: distribution(records.map((record) => record.length)),
    pool: { workers, templates_per_second: await poolRate(readable, workers) },
  };
}

function isReadable(image: Image): boolean {
  try {
    extract(image);
    return true;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}

async function poolRate(images: readonly Image[], workers: number): Promise<number> {
  const pool = new Pool<Image, number>(new URL('worker.ts', import.meta.url), workers);
  await pool.run(images);
  const start = performance.now();
  await pool.run([...images, ...images]);
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return (2 * images.length) / seconds;
}

export default { summary: 'ms per extraction, µs per comparison, templates/s in a worker pool', run } satisfies Bench;
