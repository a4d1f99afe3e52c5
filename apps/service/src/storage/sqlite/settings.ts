import type { Settings } from '../store.ts';
import type { Database } from './database.ts';

const SET = 'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export const sqliteSettings = (db: Database): Settings => ({
  get: (name) =>
    db.answer(() => db.sql('SELECT value FROM settings WHERE name = ?').get(name)?.['value'] as string | undefined),
  set: (name, value) => db.answer(() => void db.sql(SET).run(name, value)),
});
