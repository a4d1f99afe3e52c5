import { parseArgs } from 'node:util';
import { BadOptionError, wholeNumber } from '../../test/command-line.ts';

const REHEARSALS = ['failover', 'dump', 'upgrade', 'patroni', 'pgbouncer', 'proxy', 'systemd'] as const;
const FREEZES = 20;
type Rehearsal = (typeof REHEARSALS)[number];

export const HELP = `npm run rehearse -- [${REHEARSALS.join('|')} …] [--times N]

Runs operator procedures on a deployment with Postgres, under load. Prints times and losses:

  failover   the server is killed, its synchronous standby is promoted, the services find it
  dump       pg_dump while the service works, pg_restore into an empty server
  upgrade    processes of this release and of a made-up next one on one database; the newer one migrates it
  patroni    Patroni replaces the primary: a switchover, a killed and a frozen one
  pgbouncer  PgBouncer in transaction mode is killed and started again
  proxy      processes behind the shipped HAProxy restart one after the other; the database is away for 10 s
  systemd    the guides' lines to install, upgrade, roll back and back up, in a container with its own systemd

  --times N  how often Patroni's primary is frozen; default ${FREEZES}
  --help     this text

Without a name it runs all of them. Exits with 1 if anything was lost that was acknowledged, or a restart failed a call. Needs a Postgres
with its programs (Debian: postgresql), and patroni, etcd-server, haproxy, pgbouncer, systemd-container
and mmdebstrap for the last four; root installs them, and the last one needs root.`;

export type Options = ReturnType<typeof parseOptions>;

export interface Rehearsed {
  readonly rehearsed: string;
  readonly holds: boolean;
  readonly measured: Readonly<Record<string, string | number>>;
}

export function parseOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      times: { type: 'string', default: String(FREEZES) },
    },
  });
  const unknown = positionals.find((each) => !(REHEARSALS as readonly string[]).includes(each));
  if (unknown !== undefined) throw new BadOptionError(`there is no rehearsal "${unknown}": ${REHEARSALS.join(', ')}`);
  const rehearsals = positionals.length === 0 ? REHEARSALS : (positionals as Rehearsal[]);
  return { rehearsals, times: wholeNumber('times', values.times, 1, 9999) };
}
