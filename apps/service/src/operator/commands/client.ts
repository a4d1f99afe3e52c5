import { randomBytes } from 'node:crypto';
import { parseScopes, SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../../merchants/client-secret.ts';
import type { Client } from '../../merchants/merchant.ts';
import type { Cli } from '../cli-context.ts';
import { OperatorError } from '../operator-error.ts';
import { fields, output, table, time, type Output, type Row } from '../output.ts';
import type { StoreContext } from '../store-context.ts';

export function clientCommands(cli: Cli): void {
  const client = cli.program.command('client').description('OAuth clients of merchants and their secrets');

  client
    .command('add')
    .description('a new client; its secret is shown once')
    .requiredOption('--merchant <id>', 'merchant_id')
    .option('--scope <scopes>', `space-separated (default all: "${SCOPES.join(' ')}")`)
    .action(cli.at((context, options: { merchant: string; scope?: string }) => addClient(context, options)));

  client
    .command('list')
    .description('clients, without their secrets')
    .option('--merchant <id>', 'of this merchant')
    .action(
      cli.at(async ({ store }, options: { merchant?: string }) => {
        const rows = (await store.merchants.listClients(options.merchant)).map(clientView);
        return output(rows, table(rows, 'No clients yet: authly client add --merchant …'));
      }),
    );

  client
    .command('rotate')
    .argument('<client_id>')
    .description('a second secret beside the newest one; an older one ends. Shown once')
    .action(cli.at((context, _options: object, id: string) => rotateSecret(context, id)));

  client
    .command('revoke')
    .argument('<client_id>')
    .description('at once; its tokens end within 5 s in every process')
    .action(
      cli.at(async ({ store, now, act }, _options: object, id: string) => {
        if (!(await store.merchants.revokeClient(id, now(), act('client.revoke', id))))
          throw new OperatorError(`there is no live client ${id}`);
        return output({ client_id: id, revoked: true }, `Client ${id} is revoked.`);
      }),
    );
}

async function addClient(
  { store, environment, now, act }: StoreContext,
  options: { merchant: string; scope?: string },
): Promise<Output> {
  const scopes = options.scope === undefined ? [...SCOPES] : parseScopes(options.scope);
  if (scopes === undefined || scopes.length === 0)
    throw new OperatorError(`--scope must name scopes out of: ${SCOPES.join(' ')}`);
  const id = `cli_${randomBytes(10).toString('hex')}`;
  const secret = newClientSecret(environment);
  const createdAt = now();
  const client = {
    id,
    merchantId: options.merchant,
    scopes,
    secrets: [{ hash: hashSecret(secret), createdAt }],
    revokedAt: null,
    createdAt,
  };
  const detail = { merchant_id: options.merchant, scope: scopes.join(' ') };
  if (!(await store.merchants.addClient(client, act('client.add', id, detail))))
    throw new OperatorError(`there is no merchant ${options.merchant}`);
  return shownOnce(id, secret);
}

async function rotateSecret({ store, environment, now, act }: StoreContext, id: string): Promise<Output> {
  const secret = newClientSecret(environment);
  const kept = { hash: hashSecret(secret), createdAt: now() };
  if (!(await store.merchants.rotateSecret(id, kept, act('client.rotate', id))))
    throw new OperatorError(`there is no live client ${id}`);
  return shownOnce(id, secret);
}

function shownOnce(id: string, secret: string): Output {
  const row = { client_id: id, client_secret: secret };
  return output(row, `${fields(row)}\n\nThe secret is shown only now: it is stored as a hash.`);
}

/** Without its secrets. */
export const clientView = (client: Client): Row => ({
  client_id: client.id,
  merchant_id: client.merchantId,
  scope: client.scopes.join(' '),
  live_secrets: client.secrets.length,
  created_at: time(client.createdAt),
  revoked_at: time(client.revokedAt),
});
