import type { Migration } from '../../migration.ts';

/** Reads both tables once. Nobody waits for it. */
export const daysBoundProven: Migration = {
  number: 15,
  name: 'days-bound-proven',
  sql: `
ALTER TABLE session_events VALIDATE CONSTRAINT session_events_bound;
ALTER TABLE bio_attempts VALIDATE CONSTRAINT bio_attempts_bound;
`,
};
