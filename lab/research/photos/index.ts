// Does a photographed finger match? `npm run research -- photos --data DIR`.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import { Pool } from '../accuracy/pool.ts';
import type { Experiment } from '../main.ts';
import { findPhotos } from './dataset.ts';
import { PhotoDecoder } from './decode.ts';
import { compareAll, readPhotos, type Pair, type PhotoPool, type ReadPhoto } from './measure.ts';
import { pairReport, reportTable, setReports, type PairReport, type Report } from './report.ts';

const HELP = `npm run research -- photos --data DIR [options]

DIR holds the public sets of photographed fingers, under the names that their repositories give them (lab/research/photos/dataset.ts).
Needs Chrome or Chromium, which decodes them.

  --data DIR        the photos
  --workers N       threads (2)
  --json            one JSON object instead of the tables
`;

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.data === undefined) {
    console.error(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const files = findPhotos(values.data);
  if (files.length === 0) throw new Error(`No photo with a known name in ${values.data}.`);
  const pool: PhotoPool = new Pool(new URL('worker.ts', import.meta.url), Number(values.workers));
  const decoder = await PhotoDecoder.open();
  const photos = await readPhotos(files, decoder, pool);
  await decoder.close();
  const report = await judge(photos, pool);
  await pool.close();
  console.log(values.json ? JSON.stringify(report) : reportTable(report));
}

async function judge(photos: readonly ReadPhoto[], pool: PhotoPool): Promise<Report> {
  const pairs = await compareAll(photos, pool);
  return {
    threshold: THRESHOLD,
    sets: setReports(photos.filter(({ isCapture }) => !isCapture)),
    pairs: pairsBySet(pairs),
  };
}

/** Photos within each set, photos with captures of a sensor, then all photos, across the sets too. */
function pairsBySet(pairs: readonly Pair[]): PairReport[] {
  const kinds = Map.groupBy(pairs, ({ one, other }) => Number(one.isCapture) + Number(other.isCapture));
  const photos = kinds.get(0) ?? [];
  const within = Map.groupBy(
    photos.filter(({ one, other }) => one.set === other.set),
    ({ one }) => one.set,
  );
  const named = [...within, ['photo with sensor', kinds.get(1) ?? []], ['sensor', kinds.get(2) ?? []]] as const;
  return [...named, ['all photos', photos] as const].map(([name, some]) => pairReport(name, some, THRESHOLD));
}

export default {
  summary: 'photographed fingers: what is read, what is refused and why, matches and false matches',
  run,
} satisfies Experiment;
