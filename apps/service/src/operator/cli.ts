import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { ListenError } from '../http/listen.ts';
import { RewrapRefused } from '../keys/rewrap.ts';
import { RotationRefused } from '../keys/rotation.ts';
import { SealError } from '../keys/seal.ts';
import { FolderTakenError } from '../storage/folder-lock.ts';
import { SchemaError } from '../storage/migration.ts';
import { BackupRefused } from '../storage/sqlite/backup.ts';
import { StoreUnavailableError, WrongEnvironmentError } from '../storage/store.ts';
import { VERSION } from '../version.ts';
import { auditCommands } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { clientCommands } from './commands/client.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keyCommands } from './commands/keys.ts';
import { merchantCommands } from './commands/merchant.ts';
import { migrateCommand } from './commands/migrate.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { sessionCommands } from './commands/sessions.ts';
import { webhookCommands } from './commands/webhook.ts';
import { OperatorError } from './operator-error.ts';
import type { Cli } from './cli-context.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';
import { withStoreContext, type Env } from './store-context.ts';

/** Errors that an operator can act on are shown as a sentence; anything else is ours and shows its stack. */
const OPERATOR_ERRORS = [
  OperatorError,
  BackupRefused,
  ConfigError,
  FolderTakenError,
  ListenError,
  RotationRefused,
  RewrapRefused,
  SchemaError,
  SealError,
  StoreUnavailableError,
  WrongEnvironmentError,
];

export async function runCli(
  argv: readonly string[],
  env: Env,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  let exitCode = 0;
  const program = new Command('authly')
    .description(
      'Operate an Authly service: merchants, clients, keys, sessions.\nIt works on the store that AUTHLY_DATA_DIR (default .authly) or AUTHLY_DATABASE_URL names, also while the service runs.\nSettings are environment variables: docs/reference/settings.md has them all.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for what it takes)')
    // What was typed is repeated in its messages.
    .configureOutput({ writeErr: (text) => void process.stderr.write(printable(text)) })
    .exitOverride();

  const show = ({ json, text, failed }: Output, asJson: boolean): void => {
    write(`${printable(asJson ? JSON.stringify(json, null, 2) : text)}\n`);
    if (failed) exitCode = 1;
  };
  const cli: Cli = {
    program,
    at:
      (work) =>
      async (...args) => {
        const command = args.pop() as Command;
        const options = args.pop();
        show(
          await withStoreContext(env, (context) => work(context, options as never, ...(args as string[]))),
          wantsJson(command),
        );
      },
    run:
      (work) =>
      async (...args) => {
        const command = args.pop() as Command;
        const options = args.pop();
        show(await work(env, options as never, ...(args as string[])), wantsJson(command));
      },
    forever: (work) => async () => work(env),
  };
  for (const add of [
    serveCommand,
    migrateCommand,
    merchantCommands,
    clientCommands,
    webhookCommands,
    keyCommands,
    sessionCommands,
    auditCommands,
    backupCommands,
    sandboxCommands,
    doctorCommand,
  ])
    add(cli);
  addJsonOption(program);

  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    return tell(error);
  }
}

const wantsJson = (command: Command): boolean => command.opts<{ json?: boolean }>().json === true;

/** `--json` on each command that answers, and the same manners in all of them. */
function addJsonOption(command: Command): void {
  for (const each of command.commands) {
    if (each.commands.length === 0 && each.name() !== 'serve') each.option('--json', 'print one JSON value');
    each.exitOverride().showHelpAfterError('(add --help for what it takes)');
    addJsonOption(each);
  }
}

function tell(error: unknown): number {
  // commander has printed its own message already; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind) || isFileError(error)) {
    process.stderr.write(`authly: ${printable((error as Error).message)}\n`);
    return 1;
  }
  process.stderr.write(`${printable(String(error instanceof Error ? error.stack : error))}\n`);
  return 1;
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
