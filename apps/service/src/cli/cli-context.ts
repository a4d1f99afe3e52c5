import type { Command } from 'commander';
import type { Output } from './output.ts';
import type { Env } from '../config/setting-reader.ts';
import type { StoreContext } from './store-context.ts';

type Action = (...args: unknown[]) => Promise<void>;

/** Where a command that goes on tells its lines. */
export interface Lines {
  /** Resolves when the line was taken: whoever reads slowly is waited for. */
  tell(line: Output): Promise<void>;
  /** Beside the lines, for whoever looks. */
  readonly warn: (text: string) => void;
  /** Somebody stopped the command, or nobody reads any more. */
  readonly stopped: AbortSignal;
}

/** What a file of commands gets to hang its commands on. */
export interface Cli {
  readonly program: Command;
  /** A command on the store. Options come first, then its arguments. */
  at<Options>(work: (context: StoreContext, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command without an open store. Options come after the environment, then its arguments. */
  run<Options>(work: (env: Env, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command on the store that tells line after line until it is stopped. */
  follow<Options>(work: (context: StoreContext, options: Options, lines: Lines) => Promise<void>): Action;
  /** A command that ends when it is told to, with an exit code. */
  forever<Options>(work: (env: Env, options: Options) => Promise<number>): Action;
}
