import type { Migration } from '../../migration.ts';

export const keyAcceptances: Migration = {
  number: 2,
  name: 'key-acceptances',
  sql: `
CREATE TABLE key_acceptances (
  merchant_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  last_accepted_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, key_id)
) STRICT, WITHOUT ROWID;
`,
};
