import type { FailedRequest, FailedRequestStore } from '../port/store.ts';
import { recordOf, type Tables } from './table-access.ts';

const ROW = recordOf<FailedRequest>('failed_requests', [
  'id',
  'at',
  'method',
  'route',
  'status',
  'code',
  'merchantId',
  'clientId',
  'sessionId',
  'field',
]);
// Both databases read an object of rows by `json_each`.
const ADD = `
  INSERT INTO failed_requests (id, at, method, route, status, code, merchant_id, client_id, session_id, field)
  SELECT value->>'id', CAST(value->>'at' AS bigint), value->>'method', value->>'route', CAST(value->>'status' AS integer),
    value->>'code', value->>'merchantId', value->>'clientId', value->>'sessionId', value->>'field' FROM json_each($1)`;
const ERASE =
  'DELETE FROM failed_requests WHERE id IN (SELECT id FROM failed_requests WHERE at < $1 ORDER BY at LIMIT $2)';

// One merchant may have many: the newest are searched.
const OF_MERCHANT = `
  SELECT ${ROW.columns.join(', ')} FROM (${ROW.select} WHERE merchant_id = $1 ORDER BY at DESC LIMIT $2) AS newest
  WHERE coalesce($3, code) = code AND coalesce($4, client_id, '') = coalesce(client_id, '') ORDER BY at DESC LIMIT $5`;
const OF_SESSION = `${ROW.select} WHERE session_id = $1 AND merchant_id = $2 ORDER BY at DESC LIMIT $3`;

export const failedRequestTable = (tables: Tables): FailedRequestStore => ({
  add: async (requests) => void (await tables.write(ADD, [JSON.stringify(Object.fromEntries(requests.entries()))])),
  find: async (id) => (await tables.query(`${ROW.select} WHERE id = $1`, [id])).rows.map(ROW.read)[0],
  ofMerchant: async (merchantId, { code = null, clientId = null }, limit) => {
    const { rows } = await tables.query(OF_MERCHANT, [merchantId, tables.searchedRows, code, clientId, limit]);
    return rows.map(ROW.read);
  },
  ofSession: async ({ id, merchantId }, limit) =>
    (await tables.query(OF_SESSION, [id, merchantId, limit])).rows.map(ROW.read),
  erase: async (before, limit) => (await tables.write(ERASE, [before, limit])).count,
});
