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
import type { Database } from './database.ts';

const MERCHANTS = `SELECT ${MERCHANT_COLUMNS.join(', ')} FROM merchants`;
const CLIENTS = selectClients();
const CLIENT = selectClients('WHERE c.id = ?');
const CLIENTS_OF_MERCHANT = selectClients('WHERE c.merchant_id = ?');

const ADD_LOGO = 'INSERT INTO merchant_logos (merchant_id, id, bytes) VALUES (?, ?, ?)';
const LOGO = 'SELECT bytes FROM merchant_logos WHERE id = ? LIMIT 1';

const ADD_CLIENT = `
  INSERT INTO clients (${CLIENT_COLUMNS.join(', ')}) SELECT ?1, ?2, ?3, ?4, ?5
  WHERE EXISTS (SELECT 1 FROM merchants WHERE id = ?2) ON CONFLICT DO NOTHING`;

const ADD_SECRET = `
  INSERT INTO client_secrets (client_id, hash, created_at) SELECT ?1, ?2, ?3
  WHERE EXISTS (SELECT 1 FROM clients WHERE id = ?1 AND revoked_at IS NULL)`;

const FORGET_OLD_SECRETS = `
  DELETE FROM client_secrets WHERE client_id = ?1 AND seq NOT IN
  (SELECT seq FROM client_secrets WHERE client_id = ?1 ORDER BY seq DESC LIMIT 2)`;

export function sqliteMerchants(db: Database): MerchantStore {
  function addClient(client: Client): boolean {
    if (db.sql(ADD_CLIENT).run(...clientValues(client)).changes === 0) return false;
    const insert = db.sql('INSERT INTO client_secrets (client_id, hash, created_at) VALUES (?, ?, ?)');
    for (const secret of client.secrets.toReversed()) insert.run(client.id, secret.hash, secret.createdAt);
    return true;
  }

  return {
    add: (merchant, act) =>
      change(db, act, () => {
        const { columns, values } = merchantAssignments(merchant);
        const text = `INSERT INTO merchants (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`;
        return db.sql(text).run(...values).changes === 1;
      }),
    find: (id) =>
      db.answer(() => {
        const row = db.sql(`${MERCHANTS} WHERE id = ?`).get(id);
        return row === undefined ? undefined : merchantOf(row);
      }),
    list: () => db.answer(() => db.sql(`${MERCHANTS} ORDER BY created_at, id`).all().map(merchantOf)),
    update: (id, changes, act) =>
      change(db, act, () => {
        const { columns, values } = merchantAssignments(changes);
        const set = ['id = id', ...columns.map((column) => `${column} = ?`)].join(', ');
        return db.sql(`UPDATE merchants SET ${set} WHERE id = ?`).run(...values, id).changes === 1;
      }),
    setLogo: (id, logo, act) =>
      change(db, act, () => {
        const found = db.sql('UPDATE merchants SET logo_id = ? WHERE id = ?').run(logo?.id ?? null, id).changes === 1;
        db.sql('DELETE FROM merchant_logos WHERE merchant_id = ?').run(id);
        if (found && logo) db.sql(ADD_LOGO).run(id, logo.id, logo.bytes);
        return found;
      }),
    findLogo: (logoId) => db.answer(() => db.sql(LOGO).get(logoId)?.['bytes'] as Uint8Array | undefined),
    addClient: (client, act) => change(db, act, () => addClient(client)),
    findClient: (id) => db.answer(() => clientsOf(db.sql(CLIENT).all(id))[0]),
    listClients: (merchantId) =>
      db.answer(() =>
        clientsOf(merchantId === undefined ? db.sql(CLIENTS).all() : db.sql(CLIENTS_OF_MERCHANT).all(merchantId)),
      ),
    rotateSecret: (clientId, secret, act) =>
      change(db, act, () => {
        const added = db.sql(ADD_SECRET).run(clientId, secret.hash, secret.createdAt).changes === 1;
        if (added) db.sql(FORGET_OLD_SECRETS).run(clientId);
        return added;
      }),
    revokeClient: (clientId, at, act) =>
      change(
        db,
        act,
        () =>
          db.sql('UPDATE clients SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, clientId).changes ===
          1,
      ),
  };
}
