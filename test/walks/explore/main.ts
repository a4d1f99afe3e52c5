// `npm run explore`: takes walks until one fails.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BadOptionError, numberOption, runCommand, wholeNumber } from '../../command-line.ts';
import { createDatabase, createTemplate, startPostgres } from '../../postgres-server.ts';
import { asText, explore, type Exploration } from './explore.ts';
import type { Ground, Walk } from './walk.ts';

const FOLDER = join(import.meta.dirname, '..');
const WALKS = readdirSync(FOLDER)
  .filter((file) => /^\w+\.ts$/.test(file))
  .map((file) => file.slice(0, -3));

const HELP = `npm run explore -- WALK [--seed N] [--path P] [--minutes N]

Takes random moves, checks after each one what must always hold, and compares every answer with a small model. A walk that fails is
shrunk, and printed with the command that repeats it.

  WALK         ${WALKS.join(', ')}
  --seed N     which walks (default: a new one, printed)
  --path P     repeats one walk
  --minutes N  goes on for this time (default: some walks)
  --help       this text

Exits with 1 if a walk failed.`;

type Options = Exploration & { readonly name: string };

function parseOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      path: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const [name = ''] = positionals;
  if (positionals.length !== 1 || !WALKS.includes(name)) throw new BadOptionError(`name one walk: ${WALKS.join(', ')}`);
  const { path, minutes } = values;
  return {
    name,
    path,
    seed: wholeNumber('seed', values.seed, 0, 999_999_999),
    ...(minutes !== undefined && { minutes: numberOption('minutes', minutes, 0, 1000) }),
  };
}

await runCommand(HELP, parseOptions, async ({ name, ...exploration }, stop) => {
  const { walk } = (await import(join(FOLDER, `${name}.ts`))) as { walk: Walk<object, unknown> };
  await using postgres = lazyPostgres();
  console.error(`${name}: seed ${exploration.seed}`);
  const stopped = Promise.withResolvers<never>();
  stop.addEventListener('abort', () => stopped.reject(new Error('stopped')));
  const report = await Promise.race([explore(walk, postgres, exploration), stopped.promise]);
  console.log(asText(name, exploration.seed, report));
  return report.failure === undefined ? 0 : 1;
});
// A walk that hangs leaves connections behind.
process.exit();

/** Started with the first database. */
function lazyPostgres(): Ground & AsyncDisposable {
  let opened: Promise<{ url: string; template: string; remove(): Promise<void> }> | undefined;
  const open = async () => {
    const server = await startPostgres();
    return { url: server.url, template: (await createTemplate(server.url)).name, remove: () => server.remove() };
  };
  return {
    async database() {
      const { url, template } = await (opened ??= open());
      return createDatabase(url, template);
    },
    [Symbol.asyncDispose]: async () => (await opened)?.remove(),
  };
}
