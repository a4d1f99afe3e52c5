import type { Client, ClientSecret } from '../../merchants/merchant.ts';
import type { MerchantStore } from '../port/store.ts';
import { change } from './audit.ts';
import { changesOne, run, type Row, type Tables } from './table-access.ts';

/** `columns` of the merchant, `m`, are read too. */
export const clientsWhere = (where: string, columns = 'm.id'): string => `
  SELECT c.id AS client_id, c.merchant_id, c.scopes, c.revoked_at, c.created_at AS client_created_at,
    s.hash AS secret_hash, s.created_at AS secret_created_at, ${columns}
  FROM clients c JOIN merchants m ON m.id = c.merchant_id LEFT JOIN client_secrets s ON s.client_id = c.id ${where}
  ORDER BY c.created_at, c.id, s.seq DESC`;

const ADD = `
  INSERT INTO clients (id, merchant_id, scopes, revoked_at, created_at) SELECT $1, $2, $3, $4, $5
  WHERE EXISTS (SELECT 1 FROM merchants WHERE id = $2) ON CONFLICT DO NOTHING`;
const ADD_SECRET = 'INSERT INTO client_secrets (client_id, hash, created_at) VALUES ($1, $2, $3)';
// Serializes rotations: the second sees the secrets of the first.
const LOCK = 'SELECT 1 FROM clients WHERE id = $1 AND revoked_at IS NULL FOR UPDATE';
const FORGET_OLD_SECRETS = `
  DELETE FROM client_secrets WHERE client_id = $1 AND seq NOT IN
  (SELECT seq FROM client_secrets WHERE client_id = $1 ORDER BY seq DESC LIMIT 2)`;
const REVOKE = 'UPDATE clients SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL';

/** Each row has one secret. */
export const clientsOf = (rows: readonly Row[]): Client[] =>
  [...Map.groupBy(rows, (row) => row['client_id']).values()].map((secrets) => {
    const row = secrets[0]!;
    return {
      id: row['client_id'] as string,
      merchantId: row['merchant_id'] as string,
      scopes: (row['scopes'] as string).split(' ').filter((scope) => scope !== '') as unknown as Client['scopes'],
      secrets: secrets.filter((each) => each['secret_hash'] !== null).map(secretOf),
      revokedAt: row['revoked_at'] as number | null,
      createdAt: row['client_created_at'] as number,
    };
  });

const secretOf = (row: Row): ClientSecret => ({
  hash: row['secret_hash'] as string,
  createdAt: row['secret_created_at'] as number,
});

export const clientTable = (
  tables: Tables,
): Pick<MerchantStore, 'addClient' | 'listClients' | 'rotateSecret' | 'revokeClient'> => ({
  addClient: ({ id, merchantId, scopes, secrets, revokedAt, createdAt }, entry) =>
    change(tables, entry, function* () {
      if (!(yield* changesOne(ADD, [id, merchantId, scopes.join(' '), revokedAt, createdAt]))) return false;
      for (const secret of secrets.toReversed()) yield* run(ADD_SECRET, [id, secret.hash, secret.createdAt]);
      return true;
    }),
  listClients: async (merchantId) => {
    const where = merchantId === undefined ? '' : 'WHERE c.merchant_id = $1';
    const { rows } = await tables.query(clientsWhere(where), merchantId === undefined ? [] : [merchantId]);
    return clientsOf(rows);
  },
  rotateSecret: (clientId, secret, entry) =>
    change(tables, entry, function* () {
      if ((yield* run(LOCK, [clientId])).count === 0) return false;
      yield* run(ADD_SECRET, [clientId, secret.hash, secret.createdAt]);
      yield* run(FORGET_OLD_SECRETS, [clientId]);
      return true;
    }),
  revokeClient: (clientId, at, entry) => change(tables, entry, () => changesOne(REVOKE, [clientId, at])),
});
