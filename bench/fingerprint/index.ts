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
import { distribution, type Distribution } from './distribution.ts';

const HELP = `npm run bench -- fingerprint [options]

Warm, on one core: milliseconds per extraction and microseconds per 1:1 comparison of two encoded records, decoding included.
Then templates per second in a pool of worker threads.

  --data DIR    prints to use (every tenth); without it synthetic fingers
  --images N    how many images (24)
  --rounds N    how often each is measured (8)
  --workers N   size of the pool (one per core)
  --json        one JSON object instead of the table
`;

interface Report {
  readonly images: string;
  readonly extract_ms: Distribution;
  readonly compare_genuine_us: Distribution;
  readonly compare_impostor_us: Distribution;
  readonly record_bytes: Distribution;
  readonly pool: { readonly workers: number; readonly templates_per_second: number };
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      images: { type: 'string', default: '24' },
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
  console.log(values.json ? JSON.stringify(report) : table(report));
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
  const records = readable.map((image) => encodeTemplate([extract(image)]));
  const match = (a: number, b: number) => (): unknown =>
    compare(decodeTemplate(records[a]!), decodeTemplate(records[b]!));
  const genuine = records
    .slice(1)
    .map((_, k) => match(k, k + 1))
    .filter((_, k) => k % 2 === 0);
  const impostor = records.slice(2).map((_, k) => match(k, k + 2));
  warmUp([...genuine, ...impostor]);
  return {
    images: `${readable.length} ${kind}, ${Math.min(...readable.map((image) => image.width))} × ${Math.min(...readable.map((image) => image.height))} and up`,
    extract_ms: timed(
      readable.map((image) => () => extract(image)),
      rounds,
      1,
    ),
    compare_genuine_us: timed(genuine, rounds, 1000),
    compare_impostor_us: timed(impostor, rounds, 1000),
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

function warmUp(work: readonly (() => unknown)[]): void {
  for (let round = 0; round < 20; round++) for (const each of work) each();
}

function timed(work: readonly (() => unknown)[], rounds: number, scale: number): Distribution {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const each of work) {
      const start = performance.now();
      each();
      times.push((performance.now() - start) * scale);
    }
  }
  return distribution(times);
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

function table({ images, extract_ms, compare_genuine_us, compare_impostor_us, record_bytes, pool }: Report): string {
  const row = (name: string, found: Distribution, digits: number): string =>
    `${name.padEnd(34)}${[found.median, found.mean, found.p95, found.min].map((value) => value.toFixed(digits).padStart(10)).join('')}`;
  return [
    `Images: ${images}`,
    `${''.padEnd(34)}${['median', 'mean', 'p95', 'min'].map((title) => title.padStart(10)).join('')}`,
    row('extraction, ms', extract_ms, 1),
    row('comparison, same finger, µs', compare_genuine_us, 0),
    row('comparison, two fingers, µs', compare_impostor_us, 0),
    row('record, bytes', record_bytes, 0),
    `pool of ${pool.workers} workers: ${pool.templates_per_second.toFixed(1)} templates/s`,
  ].join('\n');
}

export default { summary: 'ms per extraction, µs per comparison, templates/s in a worker pool', run } satisfies Bench;
