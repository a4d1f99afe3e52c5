import { SCOPES } from '@authly/contract/scopes';
import { addClient, listClients, revokeClient, rotateClient } from '../../actions/clients.ts';
import type { ShownOnce } from '../../actions/views.ts';
import type { Cli } from '../cli-context.ts';
import { fields, output, table, type Output } from '../output.ts';

export function clientCommands(cli: Cli): void {
  const client = cli.program.command('client').description('OAuth clients of merchants and their secrets');

  client
    .command('add')
    .description('a new client; its secret is shown once')
    .requiredOption('--merchant <id>', 'merchant_id')
    .option('--scope <scopes>', `space-separated (default all: "${SCOPES.join(' ')}")`)
    .action(
      cli.at(async (context, { merchant, scope }: { merchant: string; scope?: string }) =>
        shownOnce(await addClient(context, { merchantId: merchant, scope })),
      ),
    );

  client
    .command('list')
    .description('clients, without their secrets')
    .option('--merchant <id>', 'of this merchant')
    .action(
      cli.at(async (context, options: { merchant?: string }) => {
        const rows = await listClients(context, options.merchant);
        return output(rows, table(rows, 'No clients yet: authly client add --merchant …'));
      }),
    );

  client
    .command('rotate')
    .argument('<client_id>')
    .description('a second secret beside the newest one; an older one ends. Shown once')
    .action(cli.at(async (context, _options: object, id: string) => shownOnce(await rotateClient(context, id))));

  client
    .command('revoke')
    .argument('<client_id>')
    .description('at once; its tokens end within 5 s in every process')
    .action(
      cli.at(async (context, _options: object, id: string) => {
        await revokeClient(context, id);
        return output({ client_id: id, revoked: true }, `Client ${id} is revoked.`);
      }),
    );
}

const shownOnce = (row: ShownOnce): Output =>
  output(row, `${fields(row)}\n\nThe secret is shown only now: it is stored as a hash.`);
