import type { Migration } from '../../migration.ts';

/** Processes of the release before write sessions without it, and read none. */
export const displayText: Migration = {
  number: 9,
  name: 'display-text',
  sql: 'ALTER TABLE sessions ADD COLUMN display_text TEXT;',
};
