import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { acceptanceOf, ALL_SEALED, KEY_COLUMNS, keyOf, keyValues, sealedOf } from '../rows.ts';
import type { KeyStore } from '../store.ts';
import { appendAct, change, noted } from './audit.ts';
import type { Database } from './database.ts';

const SELECT = `SELECT ${KEY_COLUMNS.join(', ')} FROM keys`;
const ORDER = 'ORDER BY activates_at, created_at, id';
const INSERT = `INSERT INTO keys (${KEY_COLUMNS.join(', ')}) VALUES (${KEY_COLUMNS.map(() => '?').join(', ')})`;
const ACCEPTED = `
  INSERT INTO key_acceptances (merchant_id, key_id, last_accepted_at) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET last_accepted_at = max(last_accepted_at, excluded.last_accepted_at)`;

export function sqliteKeys(db: Database): KeyStore {
  const list = (purpose?: KeyPurpose): KeyRecord[] =>
    (purpose === undefined
      ? db.sql(`${SELECT} ${ORDER}`).all()
      : db.sql(`${SELECT} WHERE purpose = ? ${ORDER}`).all(purpose)
    ).map(keyOf);
  const add = (key: KeyRecord): boolean =>
    db.sql(`${INSERT} ON CONFLICT DO NOTHING`).run(...keyValues(key)).changes === 1;

  return {
    list: (purpose) => db.answer(() => list(purpose)),
    add: (key, act) => change(db, act, () => add(key)),
    addFirst: (key, act) =>
      db.answerAtomically(() => {
        if (list(key.purpose).length === 0) noted(db, add(key), act);
        return list(key.purpose);
      }),
    replace: (removedIds, removedAt, added, act) =>
      db.answerAtomically(() => {
        for (const id of removedIds)
          db.sql('UPDATE keys SET removed_at = ? WHERE id = ? AND removed_at IS NULL').run(removedAt, id);
        db.sql(INSERT).run(...keyValues(added));
        if (act !== undefined) appendAct(db, act);
      }),
    allSealed: () => db.answer(() => db.sql(ALL_SEALED).all().map(sealedOf)),
    reseal: (sealed, act) =>
      change(db, act, () => {
        const stored = db.sql(ALL_SEALED).all();
        if (stored.length !== sealed.size || stored.some((row) => !sealed.has(row['id'] as string))) return false;
        for (const [id, seal] of sealed)
          for (const table of ['keys', 'webhook_secrets'])
            db.sql(`UPDATE ${table} SET sealed = ? WHERE id = ?`).run(seal, id);
        return true;
      }),
    noteAcceptance: ({ merchantId, keyId, lastAcceptedAt }) =>
      db.answer(() => void db.sql(ACCEPTED).run(merchantId, keyId, lastAcceptedAt)),
    acceptances: () =>
      db.answer(() => db.sql('SELECT * FROM key_acceptances ORDER BY merchant_id, key_id').all().map(acceptanceOf)),
  };
}
