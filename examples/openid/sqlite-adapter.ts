import type { DatabaseSync } from 'node:sqlite';
import { type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';

const now = (): number => Math.floor(Date.now() / 1000);

/** Keeps sessions, codes and tokens of oidc-provider across restarts. */
export function sqliteAdapter(db: DatabaseSync): AdapterFactory {
  db.exec(
    'CREATE TABLE IF NOT EXISTS openid (model TEXT, id TEXT, payload TEXT NOT NULL, uid TEXT, grant_id TEXT, expires_at INTEGER NOT NULL, PRIMARY KEY (model, id)) STRICT',
  );
  db.exec('CREATE INDEX IF NOT EXISTS openid_grants ON openid (grant_id)');
  const forget = db.prepare('DELETE FROM openid WHERE expires_at <= ?');
  const put = db.prepare('INSERT OR REPLACE INTO openid VALUES (?, ?, ?, ?, ?, ?)');
  const byId = db.prepare('SELECT payload FROM openid WHERE model = ? AND id = ? AND expires_at > ?');
  const byUid = db.prepare('SELECT payload FROM openid WHERE model = ? AND uid = ? AND expires_at > ?');
  const consume = db.prepare(
    "UPDATE openid SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ? AND json_extract(payload, '$.consumed') IS NULL",
  );
  const remove = db.prepare('DELETE FROM openid WHERE model = ? AND id = ?');
  const revoke = db.prepare('DELETE FROM openid WHERE model = ? AND grant_id = ?');
  const payloadOf = (row: Record<string, unknown> | undefined): AdapterPayload | undefined =>
    row && (JSON.parse(row['payload'] as string) as AdapterPayload);

  return (model) => ({
    async upsert(id, payload, expiresIn = 0) {
      forget.run(now());
      put.run(model, id, JSON.stringify(payload), payload.uid ?? null, payload.grantId ?? null, now() + expiresIn);
    },
    find: async (id) => payloadOf(byId.get(model, id, now())),
    findByUid: async (uid) => payloadOf(byUid.get(model, uid, now())),
    // The device flow is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Two requests with one code may both have found it unused.
      if (consume.run(now(), model, id).changes !== 1) throw new errors.InvalidGrant('it was used before');
    },
    destroy: async (id) => void remove.run(model, id),
    revokeByGrantId: async (grantId) => void revoke.run(model, grantId),
  });
}
