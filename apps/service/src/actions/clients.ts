import { randomBytes } from 'node:crypto';
import { parseScopes, SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../merchants/client-secret.ts';
import { ActRefused, isoTime, type Operator } from './operator.ts';
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
  { store, environment, now, act }: Pick<Operator, 'store' | 'environment' | 'now' | 'act'>,
  { merchantId, scope }: { merchantId: string; scope?: string | undefined },
): Promise<ShownOnce> {
  const scopes = scope === undefined ? [...SCOPES] : parseScopes(scope);
  if (scopes === undefined || scopes.length === 0)
    throw new ActRefused(`--scope must name scopes out of: ${SCOPES.join(' ')}`);
  const id = `cli_${randomBytes(10).toString('hex')}`;
  const secret = newClientSecret(environment);
  const createdAt = now();
  const secrets = [{ hash: hashSecret(secret), createdAt }];
  const client = { id, merchantId, scopes, secrets, revokedAt: null, createdAt };
  const detail = { merchant_id: merchantId, scope: scopes.join(' ') };
  if (!(await store.merchants.addClient(client, act('client.add', id, detail))))
    throw new ActRefused(`there is no merchant ${merchantId}`);
  return { client_id: id, client_secret: secret };
}

/** A second secret beside the newest one; an older one ends. */
export async function rotateClient({ store, environment, now, act }: Operator, id: string): Promise<ShownOnce> {
  const secret = newClientSecret(environment);
  const kept = { hash: hashSecret(secret), createdAt: now() };
  if (!(await store.merchants.rotateSecret(id, kept, act('client.rotate', id))))
    throw new ActRefused(`there is no live client ${id}`);
  return { client_id: id, client_secret: secret };
}

export async function revokeClient({ store, now, act }: Operator, id: string): Promise<void> {
  if (!(await store.merchants.revokeClient(id, now(), act('client.revoke', id))))
    throw new ActRefused(`there is no live client ${id}`);
}
