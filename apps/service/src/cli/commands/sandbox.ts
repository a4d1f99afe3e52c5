import { Argument } from 'commander';
import { switchBioApis } from '../../lifecycle/bio-api-switch.ts';
import { advanceClock } from '../../lifecycle/virtual-clock.ts';
import type { Cli } from '../cli-context.ts';
import { duration } from '../duration.ts';
import { OperatorError } from '../operator-error.ts';
import { output, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { openSession } from './sandbox-open.ts';

export function sandboxCommands(cli: Cli): void {
  const sandbox = cli.program.command('sandbox').description('only for a store of the environment test');

  sandbox
    .command('advance')
    .argument('<duration>', '90s, 15m, 36h or 8d')
    .description('move the virtual clock forward: expiry and rotation in a minute')
    .action(cli.at((context, _options: object, text: string) => advance(context, text)));

  sandbox
    .command('open')
    .argument('<session_id>')
    .description('stand in for the opened hosted page: metadata.sandbox_outcome comes without a browser')
    .action(
      cli.at((context, _options: object, id: string) => {
        requireTest(context, 'nobody opens a session of a production store but its person');
        return openSession(context, id);
      }),
    );

  sandbox
    .command('bio-api')
    .addArgument(new Argument('<state>').choices(['down', 'up']))
    .option('--merchant <id>', 'of this merchant; all when not given')
    .description('take Bio APIs for down: calls to them fail as those to a server that is not there')
    .action(
      cli.at((context, { merchant }: { merchant?: string }, state: string) =>
        switchBioApi(context, state === 'down', merchant),
      ),
    );
}

function requireTest({ environment }: StoreContext, refusal: string): void {
  if (environment !== 'test') throw new OperatorError(refusal);
}

async function advance(context: StoreContext, text: string): Promise<Output> {
  requireTest(context, 'the clock of a production store is never moved');
  const offset = await advanceClock(context.store.settings, duration(text), (offset_ms) =>
    context.act('sandbox.advance', 'clock', { offset_ms }),
  );
  const now = new Date(Date.now() + offset).toISOString();
  return output(
    { now, offset_ms: offset },
    `It is now ${now} for this store. Running services follow within a second.`,
  );
}

async function switchBioApi(context: StoreContext, down: boolean, merchant: string | undefined): Promise<Output> {
  requireTest(context, 'calls to merchants of a production store are always made');
  const { store, act } = context;
  const known = (await store.merchants.list()).map(({ id }) => id);
  if (merchant !== undefined && !known.includes(merchant)) throw new OperatorError(`there is no merchant ${merchant}`);
  const all = await switchBioApis(
    store.settings,
    merchant === undefined ? known : [merchant],
    down,
    act('sandbox.bio-api', merchant ?? 'all merchants', { down }),
  );
  return output({ down: all }, all.length === 0 ? 'Every Bio API is called.' : `Taken for down: ${all.join(', ')}.`);
}
