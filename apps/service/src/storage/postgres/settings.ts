import type { Settings } from '../store.ts';
import { change } from './audit.ts';
import type { Database } from './database.ts';

const SET =
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export const postgresSettings = (db: Database): Settings => ({
  get: async (name) =>
    (await db.query({ name: 'setting', text: 'SELECT value FROM settings WHERE name = $1' }, [name])).rows[0]?.[
      'value'
    ] as string | undefined,
  set: async (name, value, act) =>
    void (await change(db, act, async (query) => (await query({ text: SET }, [name, value])).count === 1)),
});
