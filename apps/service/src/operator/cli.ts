import { type Command, CommanderError } from 'commander';
import { ActRefused } from '../acts/operator.ts';
import { ConfigError } from '../config/config-error.ts';
import { ListenError } from '../http/listen.ts';
import { KeyOutOfReach } from '../keys/key-ring.ts';
import { SigningUnavailableError } from '../keys/key-signer.ts';
import { RewrapRefused } from '../keys/rewrap.ts';
import { RotationRefused } from '../keys/rotation.ts';
import { SealError } from '../keys/seal.ts';
import { FolderTakenError } from '../storage/folder-lock.ts';
import { SchemaError } from '../storage/migration.ts';
import { BackupRefused } from '../storage/sqlite/backup.ts';
import { StoreUnavailableError, WrongEnvironmentError } from '../storage/store.ts';
import { allCommands } from './commands.ts';
import { OperatorError } from './operator-error.ts';
import type { Cli } from './cli-context.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';
import { stopSignal, toStdout } from './stop-signal.ts';
import type { Env } from '../config/setting-reader.ts';
import { withStoreContext } from './store-context.ts';

/** Errors that an operator can act on are shown as a sentence; anything else is ours and shows its stack. */
const OPERATOR_ERRORS = [
  OperatorError,
  ActRefused,
  BackupRefused,
  ConfigError,
  FolderTakenError,
  KeyOutOfReach,
  ListenError,
  RotationRefused,
  RewrapRefused,
  SchemaError,
  SealError,
  SigningUnavailableError,
  StoreUnavailableError,
  WrongEnvironmentError,
];

export async function runCli(
  argv: readonly string[],
  env: Env,
  write: (text: string) => unknown = toStdout,
): Promise<number> {
  let exitCode = 0;
  const show = ({ json, text, failed }: Output, asJson: boolean): void => {
    write(`${printable(asJson ? JSON.stringify(json, null, 2) : text)}\n`);
    if (failed) exitCode = 1;
  };
  const actions: Omit<Cli, 'program'> = {
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
    follow:
      (work) =>
      async (...args) => {
        const command = args.pop() as Command;
        const options = args.pop();
        using stop = stopSignal();
        const tell = async ({ json, text }: Output): Promise<void> => {
          const line = printable(wantsJson(command) ? JSON.stringify(json) : text);
          await Promise.race([write(`${line}\n`), stop.whenStopped]);
        };
        const lines = { tell, warn, stopped: stop.stopped };
        await withStoreContext(env, (context) => work(context, options as never, lines));
      },
    forever: (work) => async (options) => {
      exitCode = await work(env, options as never);
    },
  };
  try {
    await allCommands(actions).parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    return tell(error);
  }
}

const wantsJson = (command: Command): boolean => command.opts<{ json?: boolean }>().json === true;

function tell(error: unknown): number {
  // commander has printed its own message already; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind) || isFileError(error)) {
    warn((error as Error).message);
    return 1;
  }
  process.stderr.write(`${printable(String(error instanceof Error ? error.stack : error))}\n`);
  return 1;
}

const warn = (text: string): void => void process.stderr.write(`authly: ${printable(text)}\n`);

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
