import { parseArgs } from 'node:util';

export const HELP = `npm run chaos -- [--rounds N] [--seed N] [--json]

Breaks a running deployment again and again while it is under load, and counts what was lost. Two service processes on Postgres and one on
SQLite, each a real process; in turns a service process or Postgres is killed, the network between them is cut or slowed down, the disk is
filled, a clock jumps by an hour and back. After each round everything that was acknowledged is looked at again.

  --rounds N   how many (default 100, about ten minutes)
  --seed N     which service, when, how long (default: a new one, printed)
  --webhooks   instead: a thousand sessions end on each store while its processes are killed five times; every end must come to the merchant
  --json       the figures as JSON
  --help       this text

It ends with 1 when anything was lost: an acknowledged session, cancel or outcome, an idempotency key, a race with two winners, a session
without an end after its deadline, a client locked out. A round that cannot be run here (a full disk needs a small file system, which
only root can mount) is counted as not run.`;

export interface Options {
  readonly rounds: number;
  readonly seed: number;
  readonly json: boolean;
  readonly webhooks: boolean;
}

/** Undefined: help was asked for. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      json: { type: 'boolean', default: false },
      webhooks: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error('--rounds must be a whole number from 1 to 9999');
  if (!/^\d{1,9}$/.test(values.seed)) throw new Error('--seed must be a whole number below 1,000,000,000');
  return { rounds: Number(values.rounds), seed: Number(values.seed), json: values.json, webhooks: values.webhooks };
}
