// `npm run rehearse`: what operators do to a deployment on Postgres, under load, with the figures.
import { table } from './table.ts';
import { openGround } from './chaos/ground.ts';
import { rehearseDump } from './rehearse/dump.ts';
import { rehearseFailover } from './rehearse/failover.ts';
import type { Figures } from './rehearse/figures.ts';
import { HELP, parseOptions, type Options, type Rehearsal } from './rehearse/options.ts';
import { postgresTools } from './rehearse/postgres-tools.ts';
import { rehearseUpgrade } from './rehearse/upgrade.ts';

// What was started is ended whoever ends this.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) console.log(HELP);
  else process.exitCode = await rehearse(options);
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 2;
}
// Where one was broken off, its load may still go on.
process.exit();

async function rehearse({ rehearsals, from, json }: Options): Promise<number> {
  const tools = postgresTools();
  const all: Figures[] = [];
  for (const rehearsal of rehearsals) {
    console.error(`${rehearsal} …`);
    all.push(await onGroundOfItsOwn(rehearsal));
    if (!json) console.log(asText(all.at(-1)!));
  }
  if (json) console.log(JSON.stringify(all, null, 2));
  return all.every(({ holds }) => holds) ? 0 : 1;

  /** Each with a folder, a merchant and servers of its own, which go with it. */
  async function onGroundOfItsOwn(rehearsal: Rehearsal): Promise<Figures> {
    await using cleanup = new AsyncDisposableStack();
    const ground = await openGround('rehearse', cleanup);
    if (rehearsal === 'failover') return await rehearseFailover(tools, ground);
    if (rehearsal === 'dump') return await rehearseDump(tools, ground);
    return await rehearseUpgrade(tools, ground, from);
  }
}

function asText({ rehearsed, holds, figures }: Figures): string {
  const rows = Object.entries(figures).map(([what, value]) => [what, String(value)]);
  return `${table([rehearsed, holds ? 'holds' : 'DOES NOT HOLD'], rows)}\n`;
}
