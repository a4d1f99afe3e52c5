import { advanceClock } from '../../lifecycle/virtual-clock.ts';
import type { Cli } from '../cli-context.ts';
import { duration } from '../duration.ts';
import { OperatorError } from '../operator-error.ts';
import { output } from '../output.ts';

export function sandboxCommands(cli: Cli): void {
  const sandbox = cli.program.command('sandbox').description('only for a store of the environment test');

  sandbox
    .command('advance')
    .argument('<duration>', '90s, 15m, 36h or 8d')
    .description('move the virtual clock forward: expiry and rotation in a minute')
    .action(
      cli.at(async ({ store, environment, audit }, _options: object, text: string) => {
        if (environment !== 'test') throw new OperatorError('the clock of a production store is never moved');
        const offset = await advanceClock(store.settings, duration(text));
        await audit('sandbox.advance', 'clock', { offset_ms: offset });
        const now = new Date(Date.now() + offset).toISOString();
        return output(
          { now, offset_ms: offset },
          `It is now ${now} for this store. Running services follow within a second.`,
        );
      }),
    );
}
