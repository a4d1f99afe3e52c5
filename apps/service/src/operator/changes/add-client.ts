import { randomBytes } from 'node:crypto';
import { parseScopes, SCOPES } from '@authly/contract/wire/scopes';
import { hashSecret, newClientSecret } from '../../merchants/client-secret.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Acting } from '../row/action.ts';
import { NotFoundError } from '../row/operator.ts';

/** The secret is returned only once: its hash is stored. */
export interface ShownOnce {
  readonly client_id: string;
  readonly client_secret: string;
}

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
