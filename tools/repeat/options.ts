import { parseArgs } from 'node:util';

export const HELP = `npm run repeat -- [--times N] [--busy] [--json]

Runs "npm test" N times, each time in a fresh clone of HEAD with an empty HOME, and prints a table of times and results.
It ends with 1 when a run failed. What is not committed is not in the clones.

  --times N   how often (default 5)
  --busy      while other processes keep every core busy
  --json      the table as JSON
  --help      this text

Each clone gets a copy of this checkout's node_modules where they hold what the lockfile says, else it installs its own (npm ci).
The whole output of a run that failed stays in out/repeat/. Ctrl-C ends the run, the busy processes and the clone.`;

export interface Options {
  readonly times: number;
  readonly busy: boolean;
  readonly json: boolean;
}

/** Undefined: help was asked for. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      times: { type: 'string', default: '5' },
      busy: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(values.times)) throw new Error('--times must be a whole number from 1 to 9999');
  return { times: Number(values.times), busy: values.busy, json: values.json };
}
