import type { Client } from '../../merchants/merchant.ts';
import {
  CLIENT_COLUMNS,
  MERCHANT_COLUMNS,
  clientValues,
  clientsOf,
  merchantAssignments,
  merchantOf,
  selectClients,
} from '../rows.ts';
import type { MerchantStore } from '../store.ts';
import { change } from './audit.ts';
import type { Database, Query, Statement } from './database.ts';

const MERCHANTS = `SELECT ${MERCHANT_COLUMNS.join(', ')} FROM merchants`;
const MERCHANT: Statement = { name: 'merchant', text: `${MERCHANTS} WHERE id = $1` };
const CLIENT: Statement = { name: 'client', text: selectClients('WHERE c.id = $1') };

const LOGO: Statement = { name: 'logo', text: 'SELECT bytes FROM merchant_logos WHERE id = $1 LIMIT 1' };
// Two that set it at once go one after the other.
const SET_LOGO = 'UPDATE merchants SET logo_id = $2 WHERE id = $1';
const ADD_LOGO = 'INSERT INTO merchant_logos (merchant_id, id, bytes) VALUES ($1, $2, $3)';

const ADD_CLIENT = `
  INSERT INTO clients (${CLIENT_COLUMNS.join(', ')}) SELECT $1, $2, $3, $4, $5
  WHERE EXISTS (SELECT 1 FROM merchants WHERE id = $2) ON CONFLICT DO NOTHING`;

const ADD_SECRET = 'INSERT INTO client_secrets (client_id, hash, created_at) VALUES ($1, $2, $3)';
// Two rotations at once go one after the other, and the second sees what the first left.
const LOCK_CLIENT = 'SELECT 1 FROM clients WHERE id = $1 AND revoked_at IS NULL FOR UPDATE';
const REVOKE = 'UPDATE clients SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL';
const FORGET_OLD_SECRETS = `
  DELETE FROM client_secrets WHERE client_id = $1 AND seq NOT IN
  (SELECT seq FROM client_secrets WHERE client_id = $1 ORDER BY seq DESC LIMIT 2)`;

export function postgresMerchants(db: Database): MerchantStore {
  return {
    add: (merchant, act) =>
      change(db, act, async (query) => {
        const { columns, values } = merchantAssignments(merchant);
        const text = `INSERT INTO merchants (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`;
        return (await query({ text }, values)).count === 1;
      }),
    find: async (id) => {
      const row = (await db.query(MERCHANT, [id])).rows[0];
      return row === undefined ? undefined : merchantOf(row);
    },
    list: async () => (await db.query({ text: `${MERCHANTS} ORDER BY created_at, id` })).rows.map(merchantOf),
    update: (id, changes, act) =>
      change(db, act, async (query) => {
        const { columns, values } = merchantAssignments(changes);
        const set = ['id = id', ...columns.map((column, i) => `${column} = $${i + 2}`)].join(', ');
        return (await query({ text: `UPDATE merchants SET ${set} WHERE id = $1` }, [id, ...values])).count === 1;
      }),
    setLogo: (id, logo, act) =>
      change(db, act, async (query) => {
        const { count } = await query({ text: SET_LOGO }, [id, logo?.id ?? null]);
        await query({ text: 'DELETE FROM merchant_logos WHERE merchant_id = $1' }, [id]);
        if (count === 1 && logo) await query({ text: ADD_LOGO }, [id, logo.id, logo.bytes]);
        return count === 1;
      }),
    findLogo: async (logoId) => {
      const bytes = (await db.query(LOGO, [logoId])).rows[0]?.['bytes'] as Uint8Array | undefined;
      return bytes && new Uint8Array(bytes);
    },
    addClient: (client, act) => change(db, act, (query) => addClient(query, client)),
    findClient: async (id) => clientsOf((await db.query(CLIENT, [id])).rows)[0],
    listClients: async (merchantId) => {
      const answer =
        merchantId === undefined
          ? db.query({ text: selectClients() })
          : db.query({ text: selectClients('WHERE c.merchant_id = $1') }, [merchantId]);
      return clientsOf((await answer).rows);
    },
    rotateSecret: (clientId, secret, act) =>
      change(db, act, async (query) => {
        if ((await query({ text: LOCK_CLIENT }, [clientId])).count === 0) return false;
        await query({ text: ADD_SECRET }, [clientId, secret.hash, secret.createdAt]);
        await query({ text: FORGET_OLD_SECRETS }, [clientId]);
        return true;
      }),
    revokeClient: (clientId, at, act) =>
      change(db, act, async (query) => (await query({ text: REVOKE }, [clientId, at])).count === 1),
  };
}

async function addClient(query: Query, client: Client): Promise<boolean> {
  if ((await query({ text: ADD_CLIENT }, clientValues(client))).count === 0) return false;
  for (const secret of client.secrets.toReversed())
    await query({ text: ADD_SECRET }, [client.id, secret.hash, secret.createdAt]);
  return true;
}
