import { Option } from 'commander';
import { endSignIn, listSignIns, makeConsoleLink } from '../../actions/console-access.ts';
import { CONSOLE_ROLES, type ConsoleRole } from '../../../storage/store.ts';
import type { Cli } from '../cli-context.ts';
import { output, table } from '../output.ts';
import { consoleUrl } from '../sandbox-file.ts';
import { operatorName } from '../store-context.ts';

export function consoleCommands(cli: Cli): void {
  const console = cli.program.command('console').description('manage console access');

  console
    .command('login')
    .description('create a one-time sign-in link, valid for 10 minutes')
    .example('authly console login --role admin')
    .addOption(
      new Option('--role <role>', 'read: view only; admin: also run operator actions')
        .choices(CONSOLE_ROLES)
        .default('read'),
    )
    .action(
      cli.at(async (context, { role }: { role: ConsoleRole }) => {
        const link = await makeConsoleLink(context, { url: consoleUrl(context.env), role, name: operatorName() });
        return output(link, `${link.url}\n\nSigns in once with the role ${role}. Valid until ${link.expires_at}.`);
      }),
    );

  console
    .command('list')
    .description('list signed-in operators')
    .example('authly console list')
    .action(
      cli.at(async (context) => {
        const rows = await listSignIns(context);
        return output(rows, table(rows, 'Nobody is signed in.'));
      }),
    );

  console
    .command('end')
    .argument('<sign_in_id>')
    .description('sign an operator out now, in every process')
    .example('authly console end con_123')
    .action(
      cli.at(async (context, _options: object, id: string) => {
        await endSignIn(context, id);
        return output({ sign_in_id: id, ended: true }, `${id} is signed out.`);
      }),
    );
}
