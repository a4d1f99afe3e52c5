import { parseArgs } from 'node:util';
import { wholeNumber } from '../../test/command-line.ts';

const ROUNDS = 100;

export const HELP = `npm run chaos -- [--rounds N] [--seed N]

Breaks a running deployment while it is under load, and counts what was lost. Two service processes on Postgres and one on SQLite. Each
round kills a service process or Postgres, cuts or slows the network between them, fills the disk, or moves a clock by an hour and
back. Afterwards it reads everything again that was acknowledged.

  --rounds N   number of rounds (default ${ROUNDS})
  --seed N     which service, when, how long (default: a new one, printed)
  --help       this text

Exits with 1 if anything was lost: an acknowledged session, cancel or outcome, an idempotency key, a race with two winners, a session
without an end after its deadline, a client locked out. A round that cannot run here (a full disk needs a small file system, which
only root can mount) counts as not run.`;

export type Options = ReturnType<typeof parseOptions>;

export function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: String(ROUNDS) },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    },
  });
  return {
    rounds: wholeNumber('rounds', values.rounds, 1, 9999),
    seed: wholeNumber('seed', values.seed, 0, 999_999_999),
  };
}
