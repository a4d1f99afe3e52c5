import type { Settings } from '../store.ts';
import { change } from './audit.ts';
import { changesOne, type Tables } from './tables.ts';

const SET =
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export const settingTable = (tables: Tables): Settings => ({
  get: async (name) => {
    const { rows } = await tables.query('SELECT value FROM settings WHERE name = $1', [name], 'setting');
    return rows[0]?.['value'] as string | undefined;
  },
  set: async (name, value, act) => void (await change(tables, act, () => changesOne(SET, [name, value]))),
});
