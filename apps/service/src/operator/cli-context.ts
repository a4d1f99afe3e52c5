import type { Command } from 'commander';
import type { Output } from './output.ts';
import type { Env, StoreContext } from './store-context.ts';

type Action = (...args: unknown[]) => Promise<void>;

/** What a file of commands gets to hang its commands on. */
export interface Cli {
  readonly program: Command;
  /** A command on the store. Options come first, then its arguments. */
  at<Options>(work: (context: StoreContext, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command without an open store. Options come after the environment, then its arguments. */
  run<Options>(work: (env: Env, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command that ends when it is told to, with an exit code. */
  forever<Options>(work: (env: Env, options: Options) => Promise<number>): Action;
}
