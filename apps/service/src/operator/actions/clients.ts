import { randomBytes } from 'node:crypto';
import { parseScopes, SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../../merchants/client-secret.ts';
import { isoTime, NotFoundError, OperatorError, type Operator } from './operator.ts';
import type { ClientView, ShownOnce } from './views.ts';

export const listClients = async ({ store }: Operator, merchantId?: string): Promise<ClientView[]> =>
  (await store.merchants.listClients(merchantId)).map((each) => ({
    client_id: each.id,
    merchant_id: each.merchantId,
    scope: each.scopes.join(' '),
    live_secrets: each.secrets.length,
    created_at: isoTime(each.createdAt),
    revoked_at: isoTime(each.revokedAt),
  }));

export async function addClient(
  { store, environment, now, auditEntry }: Pick<Operator, 'store' | 'environment' | 'now' | 'auditEntry'>,
  { merchantId, scope }: { merchantId: string; scope?: string | undefined },
): Promise<ShownOnce> {
  const scopes = scope === undefined ? [...SCOPES] : parseScopes(scope);
  if (scopes === undefined || scopes.length === 0)
    throw new OperatorError(`the scope must be one or more of: ${SCOPES.join(' ')}`);
  const id = `cli_${randomBytes(10).toString('hex')}`;
  const secret = newClientSecret(environment);
  const createdAt = now();
  const secrets = [{ hash: hashSecret(secret), createdAt }];
  const client = { id, merchantId, scopes, secrets, revokedAt: null, createdAt };
  const detail = { merchant_id: merchantId, scope: scopes.join(' ') };
  if (!(await store.merchants.addClient(client, auditEntry('client.add', id, detail))))
    throw new NotFoundError('merchant', merchantId, 'authly merchant list');
  return { client_id: id, client_secret: secret };
}

/** Adds a secret next to the newest one; any older one ends. */
export async function rotateClient({ store, environment, now, auditEntry }: Operator, id: string): Promise<ShownOnce> {
  const secret = newClientSecret(environment);
  const kept = { hash: hashSecret(secret), createdAt: now() };
  if (!(await store.merchants.rotateSecret(id, kept, auditEntry('client.rotate', id))))
    throw new NotFoundError('active client', id, 'authly client list');
  return { client_id: id, client_secret: secret };
}

export async function revokeClient({ store, now, auditEntry }: Operator, id: string): Promise<void> {
  if (!(await store.merchants.revokeClient(id, now(), auditEntry('client.revoke', id))))
    throw new NotFoundError('active client', id, 'authly client list');
}
