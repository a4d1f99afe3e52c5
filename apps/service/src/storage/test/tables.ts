import { expect } from 'vitest';

/** Tables that have a row for each session, or for each thing that somebody did: nothing may read one of them from end to end. */
export const GROWING_TABLES = [
  'sessions',
  'session_events',
  'session_changes',
  'idempotency_claims',
  'bio_attempts',
  'webhook_outbox',
  'attempts',
  'audit_trail',
  'figures',
  'hourly_counts',
];

/** Tables whose rows are as many as merchants, keys or operators; and rate windows, one for each client and bucket of addresses. */
export const SMALL_TABLES = [
  'store_stamp',
  'settings',
  'merchants',
  'merchant_logos',
  'clients',
  'client_secrets',
  'keys',
  'key_acceptances',
  'notice_acknowledgements',
  'audit_head',
  'webhook_endpoints',
  'webhook_secrets',
  'console_links',
  'console_sign_ins',
  'rate_windows',
  'schema_migrations',
];

const NAMES_ONE = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN|USING)\\s+(?:${GROWING_TABLES.join('|')})\\b`, 'i');

/** A statement that reads or writes one that grows. */
export const namesGrowingTable = (text: string): boolean => NAMES_ONE.test(text);

/** A statement that does, so that whoever looks for them is seen to find one. */
export const READS_WHOLE = 'SELECT merchant_id, count(*) FROM webhook_outbox GROUP BY merchant_id';

/** A table that is new has to be named in one of the lists. */
export function expectKnown(tables: readonly string[]): void {
  expect(tables.filter((name) => !GROWING_TABLES.includes(name) && !SMALL_TABLES.includes(name))).toEqual([]);
}
