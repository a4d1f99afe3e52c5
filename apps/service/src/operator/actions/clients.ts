import { randomBytes } from 'node:crypto';
import { parseScopes, SCOPES } from '@authly/contract/wire/scopes';
import { Type } from 'typebox';
import type { Client } from '../../merchants/merchant.ts';
import { hashSecret, newClientSecret } from '../../merchants/client-secret.ts';
import { isoTime } from '../../session/iso-time.ts';
import { action, type Acting } from './action.ts';
import { NotFoundError } from './operator.ts';
import { fields } from './output.ts';
import { idArgument, idOption, textOption } from './params.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

export const clientView = (client: Client) => ({
  client_id: client.id,
  merchant_id: client.merchantId,
  scope: client.scopes.join(' '),
  live_secrets: client.secrets.length,
  created_at: isoTime(client.createdAt),
  revoked_at: isoTime(client.revokedAt),
});

/** The secret is returned only once: its hash is stored. */
interface ShownOnce {
  readonly client_id: string;
  readonly client_secret: string;
}

const printOnce = (row: ShownOnce): string =>
  `${fields(row)}\n\nThe secret is shown only once: only its hash is stored.`;

export async function addClient(
  { store, environment, now, entry }: Pick<Acting, 'store' | 'environment' | 'now' | 'entry'>,
  { merchant, scope }: { merchant: string; scope?: string },
): Promise<ShownOnce> {
  const scopes = scope === undefined ? [...SCOPES] : parseScopes(scope);
  if (scopes === undefined || scopes.length === 0)
    throw new RefusedError(`the scope must be one or more of: ${SCOPES.join(' ')}`);
  const id = `cli_${randomBytes(10).toString('hex')}`;
  const secret = newClientSecret(environment);
  const createdAt = now();
  const secrets = [{ hash: hashSecret(secret), createdAt }];
  const client = { id, merchantId: merchant, scopes, secrets, revokedAt: null, createdAt };
  const detail = { merchant_id: merchant, scope: scopes.join(' ') };
  if (!(await store.merchants.addClient(client, entry(id, detail))))
    throw new NotFoundError('merchant', merchant, 'authly merchant list');
  return { client_id: id, client_secret: secret };
}

export const CLIENTS = [
  action({
    name: 'client add',
    role: 'admin',
    text: 'add a client and print its secret once',
    examples: ['authly client add --merchant mch_123 --scope "verification:create result:read"'],
    params: {
      merchant: idOption('--merchant <id>', 'merchant it belongs to'),
      scope: Type.Optional(textOption('--scope <scopes>', `space-separated scopes (default: "${SCOPES.join(' ')}")`)),
    },
    audit: 'client.add',
    run: addClient,
    print: printOnce,
  }),
  action({
    name: 'client list',
    role: 'read',
    forMerchant: true,
    text: 'list clients, without their secrets',
    examples: ['authly client list --merchant mch_123'],
    params: { merchant: Type.Optional(idOption('--merchant <id>', 'only clients of this merchant')) },
    run: async ({ store }, { merchant }) => (await store.merchants.listClients(merchant)).map(clientView),
    none: 'No clients yet: authly client add --merchant …',
  }),
  action({
    name: 'client rotate',
    role: 'admin',
    forMerchant: true,
    text: 'add a new secret and print it once. The current secret keeps working, any older one stops',
    params: { client_id: idArgument() },
    audit: 'client.rotate',
    async run({ store, environment, now, entry }, { client_id }) {
      const client_secret = newClientSecret(environment);
      const kept = { hash: hashSecret(client_secret), createdAt: now() };
      if (!(await store.merchants.rotateSecret(client_id, kept, entry(client_id))))
        throw new NotFoundError('active client', client_id, 'authly client list');
      return { client_id, client_secret };
    },
    print: printOnce,
  }),
  action({
    name: 'client revoke',
    role: 'admin',
    text: 'revoke a client now. Its tokens stop working within 5 s',
    params: { client_id: idArgument() },
    audit: 'client.revoke',
    async run({ store, now, entry }, { client_id }) {
      if (!(await store.merchants.revokeClient(client_id, now(), entry(client_id))))
        throw new NotFoundError('active client', client_id, 'authly client list');
      return { client_id, revoked: true };
    },
    print: ({ client_id }) => `Client ${client_id} is revoked.`,
  }),
];
