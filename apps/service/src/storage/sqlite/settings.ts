import type { Settings } from '../store.ts';
import { change } from './audit.ts';
import type { Database } from './database.ts';

const SET = 'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export const sqliteSettings = (db: Database): Settings => ({
  get: (name) =>
    db.answer(() => db.sql('SELECT value FROM settings WHERE name = ?').get(name)?.['value'] as string | undefined),
  set: async (name, value, act) => void (await change(db, act, () => db.sql(SET).run(name, value).changes === 1)),
});
