// `npm run rehearse`: operator procedures on Postgres, under load.
import { openFixture } from '../fixture/fixture.ts';
import { runCommand } from '../../test/command-line.ts';
import { rehearseDump } from './dump.ts';
import { rehearseFailover } from './failover.ts';
import { HELP, parseOptions, type Options, type Rehearsed } from './options.ts';
import { rehearsePatroni } from './patroni.ts';
import { rehearsePgbouncer } from './pgbouncer.ts';
import { postgresTools } from './postgres-tools.ts';
import { rehearseProxy } from './proxy.ts';
import { rehearseSystemd } from './systemd.ts';
import { rehearseUpgrade } from './upgrade.ts';
import { say, within } from '../fixture/waiting.ts';
import { table } from '../table.ts';

const REHEARSE = {
  failover: rehearseFailover,
  dump: rehearseDump,
  upgrade: rehearseUpgrade,
  patroni: rehearsePatroni,
  pgbouncer: rehearsePgbouncer,
  proxy: rehearseProxy,
  systemd: rehearseSystemd,
};

await runCommand(HELP, parseOptions, rehearse);
// The load of a failed rehearsal may still run.
process.exit();

async function rehearse({ rehearsals, times }: Options, stop: AbortSignal): Promise<number> {
  const tools = postgresTools();
  let allHold = true;
  for (const rehearsal of rehearsals) {
    console.error(`${rehearsal} …`);
    const cleanup = new AsyncDisposableStack();
    const rehearsed = openFixture('rehearse', cleanup).then((fixture) => REHEARSE[rehearsal](tools, fixture, times));
    try {
      const result = await Promise.race([rehearsed, stopped(stop)]);
      console.log(asText(result));
      allHold &&= result.holds;
    } finally {
      // A failed cleanup must not hide the failure of the rehearsal.
      await within('the cleanup', cleanup.disposeAsync()).catch(({ message }: Error) => say(message));
    }
  }
  return allHold ? 0 : 1;
}

function stopped(stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('stopped'))));
}

function asText({ rehearsed, holds, measured }: Rehearsed): string {
  const rows = Object.entries(measured).map(([what, value]) => [what, String(value)]);
  return `${table([rehearsed, holds ? 'holds' : 'DOES NOT HOLD'], rows)}\n`;
}
