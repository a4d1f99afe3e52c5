import type { OperatorCommand } from './operator-command.ts';
import type { Output } from './terminal/output.ts';
import type { Env } from '../config/setting-reader.ts';
import type { StoreContext, StoreUse } from './store-context.ts';

type Action = (...args: unknown[]) => Promise<void>;

export interface Cli {
  readonly program: OperatorCommand;
  /** A command on the store. Options come first, then its arguments. */
  at<Options extends Readonly<Record<string, unknown>>>(
    work: (context: StoreContext, options: Options, ...args: string[]) => Promise<Output>,
    use: Pick<StoreUse, 'adds'> & { readonly changes: (options: Options) => boolean },
  ): Action;
  /** A command without an open store. Options come after the environment, then its arguments. */
  run<Options>(work: (env: Env, options: Options, ...args: string[]) => Promise<Output>): Action;
  /** A command that runs until a signal ends it, with an exit code. */
  forever<Options>(work: (env: Env, options: Options) => Promise<number>): Action;
}
