import { STORED_SETTINGS, textSettingFault } from '../../merchants/merchant-settings.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { MerchantStore } from '../port/store.ts';
import { appendEntry, change } from './audit.ts';
import { clientsOf, clientsWhere, clientTable } from './clients.ts';
import { endAccess } from './console.ts';
import { changesOne, run, type Row, type Tables, type Value } from './table-access.ts';

export const FIELDS: readonly (readonly [field: keyof Merchant, column: string])[] = [
  ['id', 'id'],
  ['logoId', 'logo_id'],
  ['rateLimits', 'rate_limits'],
  ['suspendedAt', 'suspended_at'],
  ['movedTo', 'moved_to'],
  ['importId', 'import_id'],
  ['importedAt', 'imported_at'],
  ['createdAt', 'created_at'],
  ...STORED_SETTINGS.map(([name, { column }]) => [name, column] as const),
];
const BOOLEANS = new Set<keyof Merchant>(
  STORED_SETTINGS.filter(([, { type }]) => type === 'boolean').map(([name]) => name),
);
const COLUMNS = FIELDS.map(([, column]) => `m.${column}`).join(', ');
const MERCHANTS = `SELECT ${COLUMNS} FROM merchants m`;
const CLIENT = clientsWhere('WHERE c.id = $1', COLUMNS);

/** Ignores undefined fields. Throws for a text that must not be shown to users. */
function assignmentsOf(fields: Partial<Merchant>): { columns: string[]; values: Value[] } {
  for (const [name, row] of STORED_SETTINGS) {
    const text = row.type === 'text' ? fields[name] : undefined;
    const fault = typeof text === 'string' ? textSettingFault(row, text) : undefined;
    if (fault !== undefined) throw new Error(`the ${row.label} ${fault}`);
  }
  const given = FIELDS.filter(([field]) => fields[field] !== undefined);
  return {
    columns: given.map(([, column]) => column),
    values: given.map(([field]) => valueOf(field, fields[field]!)),
  };
}

const valueOf = (field: keyof Merchant, value: Merchant[keyof Merchant]): Value => {
  if (field === 'rateLimits') return JSON.stringify(value);
  return BOOLEANS.has(field) ? Number(value) : (value as Value);
};

const fieldOf = (field: keyof Merchant, value: unknown): unknown => {
  if (field === 'rateLimits') return JSON.parse(value as string);
  return BOOLEANS.has(field) ? Boolean(value) : value;
};

const merchantOf = (row: Row): Merchant =>
  Object.fromEntries(FIELDS.map(([field, column]) => [field, fieldOf(field, row[column])])) as unknown as Merchant;

const ADD_LOGO = 'INSERT INTO merchant_logos (merchant_id, id, bytes) VALUES ($1, $2, $3)';
const SUSPEND = 'UPDATE merchants SET suspended_at = $2 WHERE id = $1 AND suspended_at IS NULL';
const RESUME = `
  UPDATE merchants SET suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL
  AND moved_to IS NULL AND (import_id IS NULL OR imported_at IS NOT NULL)`;

export const merchantTable = (tables: Tables): MerchantStore => ({
  ...clientTable(tables),
  add: (merchant, entry) => {
    const { columns, values } = assignmentsOf(merchant);
    const text = `INSERT INTO merchants (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`;
    return change(tables, entry, () => changesOne(text, values));
  },
  find: async (id) => (await tables.query(`${MERCHANTS} WHERE id = $1`, [id], 'merchant')).rows.map(merchantOf)[0],
  findClient: async (id) => {
    const { rows } = await tables.query(CLIENT, [id], 'client');
    const [client] = clientsOf(rows);
    return client && { client, merchant: merchantOf(rows[0]!) };
  },
  list: async () => (await tables.query(`${MERCHANTS} ORDER BY created_at, id`)).rows.map(merchantOf),
  update: (id, { logo, ...changes }, entryOf) =>
    tables.transaction(function* () {
      const [before] = (yield* run(`${MERCHANTS} WHERE id = $1 FOR UPDATE`, [id])).rows.map(merchantOf);
      if (before === undefined) return false;
      const rateLimits = { ...before.rateLimits, ...changes.rateLimits };
      const given = { ...changes, rateLimits, ...(logo !== undefined && { logoId: logo?.id ?? null }) };
      const { columns, values } = assignmentsOf(given);
      const set = columns.map((column, i) => `${column} = $${i + 2}`).join(', ');
      yield* run(`UPDATE merchants SET ${set} WHERE id = $1`, [id, ...values]);
      if (logo !== undefined) yield* run('DELETE FROM merchant_logos WHERE merchant_id = $1', [id]);
      if (logo) yield* run(ADD_LOGO, [id, logo.id, logo.bytes]);
      const entry = entryOf?.(before, { ...before, ...given });
      if (entry !== undefined) yield* appendEntry(entry);
      return true;
    }),
  suspend: (id, at, entry) =>
    change(tables, entry, function* () {
      if (!(yield* changesOne(SUSPEND, [id, at]))) return false;
      yield* endAccess(id);
      return true;
    }),
  resume: (id, entry) => change(tables, entry, () => changesOne(RESUME, [id])),
  findLogo: async (logoId) => {
    const { rows } = await tables.query('SELECT bytes FROM merchant_logos WHERE id = $1 LIMIT 1', [logoId], 'logo');
    return rows[0] && new Uint8Array(rows[0]['bytes'] as Uint8Array);
  },
});
