import { parseArgs } from 'node:util';
import { wholeNumber } from '../command.ts';

const TIMES = 5;

export const HELP = `npm run repeat -- [--times N] [--deep] [--busy] [--json]

Runs "npm test" N times, each time in a fresh clone of HEAD with an empty HOME, and prints a table of times and results.
Exits with 1 if a run failed. The clones hold only what is committed.

  --times N   number of runs (default ${TIMES})
  --deep      run "npm run test:deep" instead
  --busy      keep every core busy with other processes
  --json      the table as JSON
  --help      this text

Each clone gets a copy of this checkout's node_modules if they match the lockfile, else it runs npm ci. The output of a failed run stays
in out/repeat/. Ctrl-C ends the run, the busy processes and the clone.`;

export type Options = ReturnType<typeof parseOptions>;

export function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: 'string', default: String(TIMES) },
      deep: { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return { ...values, times: wholeNumber('times', values.times, 1, 9999) };
}
