import { GROUPS } from '../operator/actions/groups.ts';
import type { Action } from '../operator/row/action.ts';
import type { ListenOptions } from '../operator/listen/forward-calls.ts';
import type { Cli } from './cli-context.ts';
import type { OperatorCommand } from './operator-command.ts';
import { newProgram, prepare } from './program.ts';

/** Each command imports its code when it runs. Of the groups, those named in `words` have their commands; absent: all. */
export async function commandsFor(actions: Omit<Cli, 'program'>, words?: readonly string[]): Promise<OperatorCommand> {
  const cli = { program: newProgram(), ...actions };
  serveCommand(cli);
  migrateCommand(cli);
  for (const [name, { help, load }] of Object.entries(GROUPS)) {
    const group = cli.program.command(name).description(help);
    if (words?.includes(name) ?? true) await addActions(cli, group, await load());
  }
  listenCommand(cli);
  backupCommands(cli);
  doctorCommand(cli);
  prepare(cli.program);
  return cli.program;
}

async function addActions(cli: Cli, group: OperatorCommand, rows: readonly Action[]): Promise<void> {
  const { addAction } = await import('./action-commands.ts');
  for (const row of rows) addAction(cli, group, row);
  if (group.name() === 'sandbox') sandboxEnvCommand(cli, group);
}

/** Not an operator action: it needs no store. */
function sandboxEnvCommand(cli: Cli, group: OperatorCommand): void {
  group
    .command('env')
    .description('print the address, credentials and CA of the sandbox as export lines for a shell')
    .example('eval "$(npx authly sandbox env)"')
    .action(cli.run(async (env) => (await import('./commands/sandbox-env.ts')).sandboxEnv(env)));
}

function serveCommand(cli: Cli): void {
  cli.program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT. SIGHUP reloads the certificate')
    .example('AUTHLY_ENV=production authly serve')
    .action(cli.forever(async (env) => (await import('./commands/serve.ts')).serve(env)));
}

function listenCommand(cli: Cli): void {
  cli.program
    .command('listen')
    .description('forward the calls of a sandbox to your own server while it runs, and print a line for each')
    .requiredOption('--to <url>', 'your server, plain HTTP or HTTPS')
    .option('--bio <path>', 'path of your Bio API (default: the root, without --webhook)')
    .option('--webhook <path>', 'path that receives webhook events')
    .option('--merchant <id>', 'merchant whose calls are forwarded (default: the demo shop)')
    .example('authly listen --to http://localhost:3000 --bio /bio --webhook /hook')
    .action(
      cli.forever(async (env, options: ListenOptions) =>
        (await import('./commands/listen.ts')).listenUntilSignal(env, options),
      ),
    );
}

function migrateCommand(cli: Cli): void {
  cli.program
    .command('migrate')
    .description('update the database schema. Safe to run twice or in parallel')
    .example('AUTHLY_DATABASE_URL=postgres://authly@db.example/authly AUTHLY_ENV=production authly migrate')
    .action(cli.run(async (env) => (await import('./commands/migrate.ts')).migrate(env)));
}

function backupCommands(cli: Cli): void {
  cli.program
    .command('backup')
    .argument('[file]', 'must not exist yet')
    .description('write a full copy of the store, even while the service is running; on Postgres by pg_dump')
    .option('--note', 'only note the time, after a backup with other tools; a file of pg_dump is checked first')
    .example('authly backup /var/backups/authly-2026-11-17.db')
    .action(
      cli.run(async (env, { note }: { note?: true }, file) => {
        const { backUpTo, noteBackup } = await import('./commands/backup.ts');
        return note ? noteBackup(env, file) : backUpTo(env, file);
      }),
    );
  cli.program
    .command('restore')
    .argument('<file>', 'a file from "authly backup"')
    .description('restore a backup into a data folder without a store')
    .example('AUTHLY_DATA_DIR=/var/lib/authly authly restore /var/backups/authly-2026-11-17.db')
    .action(cli.run(async (env, _options, file) => (await import('./commands/backup.ts')).restoreFrom(env, file)));
}

function doctorCommand(cli: Cli): void {
  cli.program
    .command('doctor')
    .description('check this installation and report problems')
    .example('authly doctor')
    .action(cli.run(async (env) => (await import('./commands/doctor.ts')).examine(env)));
}
