import { Argument } from 'commander';
import { advanceSandboxClock, openSandboxSession, setBioApisDown } from '../../actions/sandbox.ts';
import type { Cli } from '../cli-context.ts';
import { duration } from '../option-parsers.ts';
import { output } from '../output.ts';
import { serviceAddress } from '../sandbox-file.ts';

export function sandboxCommands(cli: Cli): void {
  const sandbox = cli.program
    .command('sandbox')
    .description('control a sandbox (only a store of the environment test)');

  sandbox
    .command('advance')
    .argument('<duration>', '90s, 15m, 36h or 8d')
    .description('move the clock forward, to test expiry and key rotation')
    .example('authly sandbox advance 15m')
    .action(
      cli.at(async (context, _options: object, text: string) => {
        const offset_ms = await advanceSandboxClock(context, duration(text));
        const now = new Date(Date.now() + offset_ms).toISOString();
        return output(
          { now, offset_ms },
          `The time of this store is now ${now}. Running services follow within a second.`,
        );
      }),
    );

  sandbox
    .command('open')
    .argument('<session_id>')
    .description('open a session without a browser, so that its metadata.sandbox_outcome takes effect')
    .example('authly sandbox open ses_123')
    .action(
      cli.at(async (context, _options: object, id: string) => {
        const { status, hasOutcome } = await openSandboxSession(context, id, () => serviceAddress(context.env));
        const next = hasOutcome
          ? 'Its sandbox_outcome follows within seconds.'
          : 'It has no metadata.sandbox_outcome, so it waits for an app.';
        return output({ session_id: id, status }, `${id} is ${status}. ${next}`);
      }),
    );

  sandbox
    .command('bio-api')
    .addArgument(new Argument('<state>').choices(['down', 'up']))
    .option('--merchant <id>', 'only this merchant (default: all)')
    .description('simulate an outage of Bio APIs: calls fail as if the server was unreachable')
    .example('authly sandbox bio-api down')
    .example('authly sandbox bio-api up')
    .action(
      cli.at(async (context, { merchant }: { merchant?: string }, state: string) => {
        const down = await setBioApisDown(context, state === 'down', merchant);
        return output({ down }, down.length === 0 ? 'All Bio APIs are up.' : `Simulated outage: ${down.join(', ')}.`);
      }),
    );
}
