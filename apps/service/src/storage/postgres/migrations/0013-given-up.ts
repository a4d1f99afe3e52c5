import type { Migration } from '../../migration.ts';

/** For how many events of each webhook were given up: they are few among many. */
export const givenUp: Migration = {
  number: 13,
  name: 'given-up',
  sql: 'CREATE INDEX webhook_outbox_given_up ON webhook_outbox (merchant_id) WHERE due_at IS NULL AND delivered_at IS NULL;',
};
