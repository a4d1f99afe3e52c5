import type { Migration } from '../../migration.ts';

/**
 * For operators' lists. An index by status itself would be written at each move, and each move would write all the others anew with it: this
 * one has a session once, when it has ended. The few that have not ended are found by sessions_by_due_time.
 */
export const listing: Migration = {
  number: 6,
  name: 'listing',
  sql: `
ALTER TABLE sessions ADD COLUMN final_status TEXT GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN status END) STORED;
CREATE INDEX sessions_by_final_status ON sessions (final_status, id) WHERE final_status IS NOT NULL;
CREATE INDEX sessions_by_failure ON sessions (failure_code, id) WHERE failure_code IS NOT NULL;
`,
};
