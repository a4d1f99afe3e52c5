import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { acceptanceOf, ALL_SEALED, KEY_COLUMNS, keyOf, keyValues, sealedOf } from '../rows.ts';
import type { KeyStore } from '../store.ts';
import { appendAct, change, noted } from './audit.ts';
import type { Database, Query } from './database.ts';

const SELECT = `SELECT ${KEY_COLUMNS.join(', ')} FROM keys`;
const ORDER = 'ORDER BY activates_at, created_at, id';
const INSERT = `INSERT INTO keys (${KEY_COLUMNS.join(', ')}) VALUES (${KEY_COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`;
// Readers pass; whoever adds, removes or reseals waits. It happens a few times a year.
const LOCK = 'LOCK TABLE keys IN SHARE ROW EXCLUSIVE MODE';
const ACCEPTED = `
  INSERT INTO key_acceptances AS a (merchant_id, key_id, last_accepted_at) VALUES ($1, $2, $3)
  ON CONFLICT (merchant_id, key_id) DO UPDATE SET last_accepted_at = greatest(a.last_accepted_at, excluded.last_accepted_at)`;

export function postgresKeys(db: Database): KeyStore {
  const locked = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    db.transaction(async (query) => {
      await query({ text: LOCK });
      return work(query);
    });

  return {
    list: (purpose) => list(db.query, purpose),
    add: (key, act) => change(db, act, (query) => add(query, key)),
    addFirst: (key, act) =>
      locked(async (query) => {
        if ((await list(query, key.purpose)).length === 0) await noted(query, await add(query, key), act);
        return list(query, key.purpose);
      }),
    replace: (removedIds, removedAt, added, act) =>
      locked(async (query) => {
        await query({ text: 'UPDATE keys SET removed_at = $2 WHERE id = ANY ($1) AND removed_at IS NULL' }, [
          removedIds,
          removedAt,
        ]);
        await query({ text: INSERT }, keyValues(added));
        if (act !== undefined) await appendAct(query, act);
      }),
    allSealed: async () => (await db.query({ text: ALL_SEALED })).rows.map(sealedOf),
    reseal: (sealed, act) =>
      locked(async (query) => {
        await query({ text: 'LOCK TABLE webhook_secrets IN SHARE ROW EXCLUSIVE MODE' });
        const stored = (await query({ text: ALL_SEALED })).rows;
        if (stored.length !== sealed.size || stored.some((row) => !sealed.has(row['id'] as string))) return false;
        for (const [id, seal] of sealed)
          for (const table of ['keys', 'webhook_secrets'])
            await query({ text: `UPDATE ${table} SET sealed = $2 WHERE id = $1` }, [id, seal]);
        return noted(query, true, act);
      }),
    async noteAcceptance({ merchantId, keyId, lastAcceptedAt }) {
      await db.query({ text: ACCEPTED }, [merchantId, keyId, lastAcceptedAt]);
    },
    acceptances: async () =>
      (await db.query({ text: 'SELECT * FROM key_acceptances ORDER BY merchant_id, key_id' })).rows.map(acceptanceOf),
  };
}

async function list(query: Query, purpose?: KeyPurpose): Promise<KeyRecord[]> {
  const answer =
    purpose === undefined
      ? query({ text: `${SELECT} ${ORDER}` })
      : query({ text: `${SELECT} WHERE purpose = $1 ${ORDER}` }, [purpose]);
  return (await answer).rows.map(keyOf);
}

const add = async (query: Query, key: KeyRecord): Promise<boolean> =>
  (await query({ text: `${INSERT} ON CONFLICT DO NOTHING` }, keyValues(key))).count === 1;
