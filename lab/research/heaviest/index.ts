// How long do the most expensive accepted records and images block a thread? `npm run research -- heaviest`.
import { parseArgs } from 'node:util';
import {
  areOneFinger,
  compareClosely,
  holdsCaptureTwice,
  isCopy,
  readEnrollment,
  readProbe,
} from '../../../packages/fingerprint/src/index.ts';
import type { Experiment } from '../main.ts';
import { table } from '../../table.ts';
import { imageCosts, type ImageCost } from './images.ts';
import { photoCosts } from './photos.ts';
import { heavyRecords, type Heavy } from './records.ts';
import { timed } from './timed.ts';

const HELP = `npm run research -- heaviest

The records that cost most of all that a service accepts: the most views, the most minutiae, the largest maps, neighborhoods that
are all alike. Milliseconds of one core, warm: reading (decoding and inspecting) both, comparing them, looking for copies of one in the other; and
what an enrollment costs. Then the images and photos that cost most: the largest, full of ridges, endings and noise. Fails (exit code 1) where a
verification, an enrollment or an extraction takes more than its limit.
`;

/** Milliseconds of a verification or an enrollment, and of an extraction. */
const LIMIT = 50;
const IMAGE_LIMIT = 500;
const ROUNDS = 12;
const IMAGE_ROUNDS = 3;
/** Records that are tried of each kind. */
const TRIED = 30;

interface Cost {
  readonly records: string;
  readonly read_ms: number;
  readonly compare_ms: number;
  readonly copies_ms: number;
  readonly verification_ms: number;
  readonly enrollment_ms: number;
}

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean', default: false } } });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const heavy = heavyRecords(TRIED);
  for (const each of heavy) costOf(each, 2);
  const costs = heavy.map((each) => costOf(each, ROUNDS));
  const worst = costs.toSorted((a, b) => b.verification_ms - a.verification_ms);
  const highest = Math.max(...costs.flatMap((cost) => [cost.verification_ms, cost.enrollment_ms]));
  const images = [...imageCosts(IMAGE_ROUNDS), ...photoCosts(IMAGE_ROUNDS)].sort((a, b) => b.extract_ms - a.extract_ms);
  const highestImage = images[0]!.extract_ms;
  const holds = highest <= LIMIT && highestImage <= IMAGE_LIMIT;
  console.log(
    `${costTable(worst)}\n\n${imageTable(images)}\n\n${holds ? 'holds' : 'FAILS'}: at most ${highest.toFixed(1)} ms of ${LIMIT}, for an image ${highestImage.toFixed(0)} ms of ${IMAGE_LIMIT}`,
  );
  process.exitCode = holds ? 0 : 1;
}

function costOf({ name, probe, enrollment }: Heavy, rounds: number): Cost {
  const read = timed(rounds, () => [readProbe(probe), readEnrollment(enrollment)] as const);
  const [capture, enrolled] = read.result;
  const compared = timed(rounds, () => compareClosely(capture, enrolled));
  const copies = timed(rounds, () => isCopy(capture, enrolled));
  const probing = timed(rounds, () => areOneFinger(capture));
  const enrolling = timed(rounds, () => {
    const views = readEnrollment(enrollment);
    return [holdsCaptureTwice(views), areOneFinger(views)];
  });
  return {
    records: name,
    read_ms: read.ms,
    compare_ms: compared.ms,
    copies_ms: copies.ms,
    verification_ms: read.ms + probing.ms + compared.ms + copies.ms,
    enrollment_ms: enrolling.ms,
  };
}

function costTable(costs: readonly Cost[]): string {
  return table(
    ['records: views, minutiae', 'read ms', 'compare ms', 'copies ms', 'verification ms', 'enrollment ms'],
    costs.map((cost) => [
      cost.records,
      ...[cost.read_ms, cost.compare_ms, cost.copies_ms, cost.verification_ms, cost.enrollment_ms].map((ms) =>
        ms.toFixed(1),
      ),
    ]),
  );
}

function imageTable(costs: readonly ImageCost[]): string {
  return table(
    ['image', 'extract ms', 'outcome'],
    costs.map((cost) => [cost.image, cost.extract_ms.toFixed(0), cost.outcome]),
  );
}

export default { summary: 'ms that the heaviest accepted records and images hold a thread', run } satisfies Experiment;
