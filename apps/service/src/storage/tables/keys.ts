import { isDeepStrictEqual } from 'node:util';
import type { KeyAcceptance, KeyRecord } from '../../keys/key-record.ts';
import type { Sealed } from '../../keys/rewrap.ts';
import { sealedId } from '../../keys/seal.ts';
import type { KeyStore } from '../port/store.ts';
import { appendEntry, change } from './audit.ts';
import { changesOne, recordOf, run, type Row, type Tables, type Work } from './table-access.ts';

export const KEY = recordOf<KeyRecord>('keys', [
  'merchantId',
  'id',
  'purpose',
  'publicKey',
  'sealed',
  'createdAt',
  'activatesAt',
  'removedAt',
  'lastUsedAt',
]);
const LIST = `${KEY.select} WHERE merchant_id = '' AND purpose = coalesce($1, purpose) ORDER BY activates_at, created_at, id`;
const OF_MERCHANT = `${KEY.select} WHERE merchant_id = $1 ORDER BY created_at, id`;
// The same statement destroys the private part.
const REMOVE = 'UPDATE keys SET removed_at = $1, sealed = $3 WHERE id = $2 AND merchant_id = $4 AND removed_at IS NULL';
const NOTHING = new Uint8Array(0);
// Reads continue; other writes wait.
const lock = (table: string): Work<unknown> => run(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
const ALL_SEALED = `
  SELECT id, purpose, merchant_id, sealed FROM keys WHERE length(sealed) > 0
  UNION ALL SELECT id, 'webhook-secret', merchant_id, sealed FROM webhook_secrets`;

const ACCEPTANCE = recordOf<KeyAcceptance>('key_acceptances', ['merchantId', 'keyId', 'lastAcceptedAt']);
const ACCEPTED = `${ACCEPTANCE.insert} ON CONFLICT (merchant_id, key_id)
  DO UPDATE SET last_accepted_at = excluded.last_accepted_at WHERE key_acceptances.last_accepted_at < excluded.last_accepted_at`;

const ACKNOWLEDGE =
  'INSERT INTO notice_acknowledgments (key_id, merchant_id, acknowledged_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';

const keyIdOf = (row: Row): string => sealedId(row['merchant_id'] as string, row['id'] as string);

const sealedOf = (row: Row): Sealed => ({
  purpose: row['purpose'] as Sealed['purpose'],
  keyId: keyIdOf(row),
  sealed: new Uint8Array(row['sealed'] as Uint8Array),
});

/** Rotations depend on these columns. A use does not change them. */
const stateOf = ({ id, sealed, removedAt }: KeyRecord) => ({ id, sealed, removedAt });

export const keyTable = (tables: Tables): KeyStore => ({
  ofMerchant: async (merchantId) =>
    (await tables.query(OF_MERCHANT, [merchantId], 'keys-of-merchant')).rows.map(KEY.read),
  list: async (purpose) => (await tables.query(LIST, [purpose ?? null], 'keys')).rows.map(KEY.read),
  add: (key, entry, { seen, removedIds = [] } = {}) =>
    tables.transaction(function* () {
      yield* lock('keys');
      const stored = (yield* run(LIST, [key.purpose])).rows.map(KEY.read);
      if (stored.some(({ id }) => id === key.id)) return true;
      if (seen && !isDeepStrictEqual(stored.map(stateOf), seen.map(stateOf))) return false;
      for (const id of removedIds) yield* run(REMOVE, [key.createdAt, id, NOTHING, '']);
      yield* run(KEY.insert, KEY.valuesOf(key));
      if (entry !== undefined) yield* appendEntry(entry);
      return true;
    }),
  remove: (id, at, entry, merchantId = '') =>
    change(tables, entry, () => changesOne(REMOVE, [at, id, NOTHING, merchantId])),
  noteUse: async (id, at, merchantId = '') =>
    void (await tables.write(
      'UPDATE keys SET last_used_at = $1 WHERE id = $2 AND merchant_id = $3 AND (last_used_at IS NULL OR last_used_at < $1)',
      [at, id, merchantId],
    )),
  allSealed: async () => (await tables.query(ALL_SEALED)).rows.map(sealedOf),
  reseal: (sealed, entry) =>
    change(tables, entry, function* () {
      yield* lock('keys');
      yield* lock('webhook_secrets');
      const { rows } = yield* run(ALL_SEALED);
      if (rows.length !== sealed.size || rows.some((row) => !sealed.has(keyIdOf(row)))) return false;
      for (const row of rows)
        for (const table of ['keys', 'webhook_secrets'])
          yield* run(`UPDATE ${table} SET sealed = $3 WHERE id = $1 AND merchant_id = $2`, [
            row['id'] as string,
            row['merchant_id'] as string,
            sealed.get(keyIdOf(row))!,
          ]);
      return true;
    }),
  noteAcceptance: async (acceptance) => void (await tables.write(ACCEPTED, ACCEPTANCE.valuesOf(acceptance))),
  acknowledge: (keyId, merchantId, at, entry) =>
    change(tables, entry, () => changesOne(ACKNOWLEDGE, [keyId, merchantId, at])),
  acknowledgments: async (keyId) => {
    const text = 'SELECT merchant_id, acknowledged_at FROM notice_acknowledgments WHERE key_id = $1';
    const { rows } = await tables.query(text, [keyId]);
    return new Map(rows.map((row) => [row['merchant_id'] as string, row['acknowledged_at'] as number]));
  },
  acceptances: async () =>
    (await tables.query(`${ACCEPTANCE.select} ORDER BY merchant_id, key_id`)).rows.map(ACCEPTANCE.read),
});
