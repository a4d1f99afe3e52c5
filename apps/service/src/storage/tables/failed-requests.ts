import type { FailedRequest, FailedRequestStore } from '../port/store.ts';
import { recordOf, type Tables } from './tables.ts';

const ROW = recordOf<FailedRequest>('failed_requests', [
  'id',
  'at',
  'method',
  'route',
  'status',
  'code',
  'merchantId',
  'clientId',
]);
// Both databases read an object of rows by `json_each`.
const ADD = `
  INSERT INTO failed_requests (id, at, method, route, status, code, merchant_id, client_id)
  SELECT value->>'id', CAST(value->>'at' AS bigint), value->>'method', value->>'route', CAST(value->>'status' AS integer),
    value->>'code', value->>'merchantId', value->>'clientId' FROM json_each($1)`;
const ERASE =
  'DELETE FROM failed_requests WHERE id IN (SELECT id FROM failed_requests WHERE at < $1 ORDER BY at LIMIT $2)';

export const failedRequestTable = (tables: Tables): FailedRequestStore => ({
  add: async (requests) => void (await tables.write(ADD, [JSON.stringify(Object.fromEntries(requests.entries()))])),
  find: async (id) => (await tables.query(`${ROW.select} WHERE id = $1`, [id])).rows.map(ROW.read)[0],
  erase: async (before, limit) => (await tables.write(ERASE, [before, limit])).count,
});
