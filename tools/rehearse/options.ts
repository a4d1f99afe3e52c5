import { parseArgs } from 'node:util';

export const REHEARSALS = ['failover', 'dump', 'upgrade'] as const;
export type Rehearsal = (typeof REHEARSALS)[number];

export const HELP = `npm run rehearse -- [${REHEARSALS.join('|')} …] [--from COMMIT] [--json]

Does to a deployment on Postgres what operators do, under load, and says how long it took and what was lost:

  failover   the server is killed, its synchronous standby is promoted, the services find it by themselves
  dump       pg_dump while the service works, pg_restore into an empty server
  upgrade    processes of the release before and of this one on one database; the newer one migrates it

  --from COMMIT   the code of the release before (default: the last commit that lacks a migration)
  --json          the figures as JSON
  --help          this text

All of them where none is named: two to four minutes. It ends with 1 when anything that was acknowledged was lost. It needs a Postgres
with its programs (Debian: postgresql), which root installs by itself.`;

export interface Options {
  readonly rehearsals: readonly Rehearsal[];
  readonly from: string | undefined;
  readonly json: boolean;
}

/** Undefined: help was asked for. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const unknown = positionals.find((each) => !(REHEARSALS as readonly string[]).includes(each));
  if (unknown !== undefined) throw new Error(`there is no rehearsal "${unknown}": ${REHEARSALS.join(', ')}`);
  if (values.from !== undefined && !/^\w[\w./~^-]{0,99}$/.test(values.from))
    throw new Error('--from must name a commit of this repository');
  const rehearsals = positionals.length === 0 ? REHEARSALS : (positionals as Rehearsal[]);
  return { rehearsals, from: values.from, json: values.json };
}
