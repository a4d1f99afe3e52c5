import type { Store } from '../store.ts';
import { auditTable } from './audit.ts';
import { bioAttemptTable } from './bio-attempts.ts';
import { consoleTable } from './console.ts';
import { countTable } from './counts.ts';
import { keyTable } from './keys.ts';
import { merchantTable } from './merchants.ts';
import { settingTable } from './settings.ts';
import type { Tables } from './tables.ts';
import { webhookTable, type Outbox } from './webhooks.ts';

type TableStores = Pick<
  Store,
  'merchants' | 'keys' | 'bioAttempts' | 'webhooks' | 'audit' | 'console' | 'counts' | 'settings'
>;

/** SQLite keeps counts in `windows.db`. */
export const tableStores = (tables: Tables, outbox: Outbox, tablesOfCounts: Tables = tables): TableStores => ({
  merchants: merchantTable(tables),
  keys: keyTable(tables),
  bioAttempts: bioAttemptTable(tables),
  webhooks: webhookTable(tables, outbox),
  audit: auditTable(tables),
  console: consoleTable(tables),
  counts: countTable(tablesOfCounts),
  settings: settingTable(tables),
});
