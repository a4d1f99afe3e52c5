import { SCOPES } from '@authly/contract/wire/scopes';
import { Type } from 'typebox';
import { hashSecret, newClientSecret } from '../../merchants/client-secret.ts';
import { addClient, type ShownOnce } from '../changes/add-client.ts';
import { clientView } from '../reads/client-view.ts';
import { action, merchantAction } from '../row/action.ts';
import { NotFoundError } from '../row/operator.ts';
import { fields } from '../../cli/terminal/output.ts';
import { idArgument, idOption, textOption } from '../row/params.ts';

const printOnce = (row: ShownOnce): string =>
  `${fields(row)}\n\nThe secret is shown only once: only its hash is stored.`;

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
  merchantAction({
    name: 'client list',
    role: 'read',
    text: 'list clients, without their secrets',
    examples: ['authly client list --merchant mch_123'],
    params: { merchant: Type.Optional(idOption('--merchant <id>', 'only clients of this merchant')) },
    run: async ({ store }, { merchant }) => (await store.merchants.listClients(merchant)).map(clientView),
    none: 'No clients yet: authly client add --merchant …',
  }),
  merchantAction({
    name: 'client rotate',
    role: 'admin',
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
