import { SCOPES } from '@authly/contract/scopes';
import { addClient, listClients, revokeClient, rotateClient } from '../../actions/clients.ts';
import type { ShownOnce } from '../../actions/views.ts';
import type { Cli } from '../cli-context.ts';
import { fields, output, table, type Output } from '../output.ts';

export function clientCommands(cli: Cli): void {
  const client = cli.program.command('client').description('manage OAuth clients of merchants and their secrets');

  client
    .command('add')
    .description('add a client and print its secret once')
    .example('authly client add --merchant mch_123 --scope "verification:create result:read"')
    .requiredOption('--merchant <id>', 'merchant it belongs to')
    .option('--scope <scopes>', `space-separated scopes (default: "${SCOPES.join(' ')}")`)
    .action(
      cli.at(async (context, { merchant, scope }: { merchant: string; scope?: string }) =>
        shownOnce(await addClient(context, { merchantId: merchant, scope })),
      ),
    );

  client
    .command('list')
    .description('list clients, without their secrets')
    .example('authly client list --merchant mch_123')
    .option('--merchant <id>', 'only clients of this merchant')
    .action(
      cli.at(async (context, options: { merchant?: string }) => {
        const rows = await listClients(context, options.merchant);
        return output(rows, table(rows, 'No clients yet: authly client add --merchant …'));
      }),
    );

  client
    .command('rotate')
    .argument('<client_id>')
    .description('add a new secret and print it once. The current secret keeps working, any older one stops')
    .example('authly client rotate cli_123')
    .action(cli.at(async (context, _options: object, id: string) => shownOnce(await rotateClient(context, id))));

  client
    .command('revoke')
    .argument('<client_id>')
    .description('revoke a client now. Its tokens stop working within 5 s')
    .example('authly client revoke cli_123')
    .action(
      cli.at(async (context, _options: object, id: string) => {
        await revokeClient(context, id);
        return output({ client_id: id, revoked: true }, `Client ${id} is revoked.`);
      }),
    );
}

const shownOnce = (row: ShownOnce): Output =>
  output(row, `${fields(row)}\n\nThe secret is shown only once: only its hash is stored.`);
