import type { OperatorCommand } from './operator-command.ts';
import type { Output } from '../operator/actions/output.ts';
import type { Env } from '../config/setting-reader.ts';
import type { StoreContext } from './store-context.ts';

type Action = (...args: unknown[]) => Promise<void>;

export interface Lines {
  /** Resolves when the line was written, so that a slow reader slows the command down. */
  print(line: Output): Promise<void>;
  readonly warn: (text: string) => void;
  /** The command was stopped, or its output was closed. */
  readonly stopped: AbortSignal;
}

export interface Cli {
  readonly program: OperatorCommand;
  /** A command on the store. Options come first, then its arguments. */
  at<Options>(work: (context: StoreContext, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command without an open store. Options come after the environment, then its arguments. */
  run<Options>(work: (env: Env, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command on the store that prints lines until it is stopped. */
  follow<Options>(work: (context: StoreContext, options: Options, lines: Lines) => Promise<void>): Action;
  /** A command that runs until a signal ends it, with an exit code. */
  forever<Options>(work: (env: Env, options: Options) => Promise<number>): Action;
}
