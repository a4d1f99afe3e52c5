// Are copied templates found, and is no real capture mistaken for one? `npm run research -- copies`.
import { parseArgs } from 'node:util';
import { table } from '../../table.ts';
import type { Experiment } from '../main.ts';
import { foundData, showProgress } from '../prints.ts';
import { capturedFingers, photographedFingers } from './fingers.ts';
import { copies, genuine, holds, type Row } from './measure.ts';

const HELP = `npm run research -- copies [options]

How many captures of a finger, by a sensor and by a camera in one pose, are refused as copies of each other, and how many copies of an enrolled
view are refused: in another order, encoded again, with noise. Fails (exit code 1) where a capture is refused, or where a copy with at most
one pixel of noise is not.

  --data DIR       real prints as for the accuracy experiment; else FINGERPRINTS of the environment; else synthetic fingers alone
`;

/** Synthetic fingers, those of them that are photographed, and the photos of each. */
const [SYNTHETIC, PHOTOGRAPHED, SHOTS] = [60, 12, 8];
const SEED = 1;

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const progress = (done: number, all: number): void => showProgress(`fingers ${done} of ${all}`, done === all);
  const captured = capturedFingers(foundData(values.data), SYNTHETIC, progress);
  const photographed = photographedFingers(PHOTOGRAPHED, SHOTS, progress);
  const rows = [
    genuine('captures by a sensor', captured),
    genuine('photos in one pose', photographed),
    ...copies('captures', captured, SEED),
    ...copies('photos', photographed, SEED),
  ];
  console.log(reportTable(rows));
  if (!rows.every(holds)) process.exitCode = 1;
}

function reportTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    String(row.probes),
    String(row.refused),
    row.wanted ?? 'any',
    holds(row) ? 'holds' : 'FAILS',
  ]);
  return table(['probes', 'number', 'refused', 'wanted', ''], cells);
}

export default {
  summary: 'copies of enrolled views, and captures of one finger: how many are refused',
  run,
} satisfies Experiment;
