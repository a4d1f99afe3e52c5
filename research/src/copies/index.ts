// Is a stolen template found again? `npm run research -- copies`.
import { parseArgs } from 'node:util';
import type { Experiment } from '../main.ts';
import { foundData, showProgress } from '../prints.ts';
import { touchedFingers } from './fingers.ts';
import type { Kind } from './disguises.ts';
import { changedPictures, disguisedCopies, genuinePairs } from './measure.ts';
import { passes, reportTable, type Report } from './report.ts';

const HELP = `npm run research -- copies [options]

How many copies of an enrolled view are found, disguised in many ways and sent through the service's judgement, how many touches of the same
finger are taken for a copy, and whether one picture is found when it is enrolled twice. Tells the scores that the near-self band lies
between. Fails (exit code 1) where more than 0.1 % of the genuine pairs are lost, or more than 1 % of the copies of a kind that the check is
meant to find pass.

  --data DIR       real prints as for the accuracy experiment; else FINGERPRINTS of the environment; else synthetic fingers alone
  --synthetic N    synthetic fingers (60)
  --seed N         of everything that is drawn (1)
  --json           one JSON object instead of the tables
`;

const KINDS: readonly Kind[] = ['full', 'minutiae'];

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      synthetic: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const seed = Number(values.seed);
  const fingers = touchedFingers(foundData(values.data), Number(values.synthetic), (done, all) =>
    showProgress(`fingers ${done} of ${all}`, done === all),
  );
  const report: Report = {
    seed,
    fingers: fingers.length,
    genuine: KINDS.map((kind) => genuinePairs(fingers, kind)),
    copies: KINDS.flatMap((kind) => disguisedCopies(fingers, kind, seed)),
    pictures: changedPictures(fingers, seed),
  };
  console.log(values.json ? JSON.stringify(report) : reportTable(report));
  if (!passes(report)) process.exitCode = 1;
}

export default {
  summary: 'copies of enrolled views: how many are found, and how many touches are taken for one',
  run,
} satisfies Experiment;
