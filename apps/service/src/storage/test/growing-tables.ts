import { expect } from 'vitest';

/** Tables with rows per session or operator action: no statement may scan one of them. */
export const GROWING_TABLES = [
  'sessions',
  'session_events',
  'session_changes',
  'idempotency_claims',
  'bio_attempts',
  'webhook_outbox',
  'attempts',
  'audit_log',
  'minute_counts',
  'hourly_counts',
  'failed_requests',
];

/** Tables with rows per merchant, key or operator, and rate windows with one per client and bucket. */
const SMALL_TABLES = new Set([
  'store_identity',
  'settings',
  'processes',
  'merchants',
  'merchant_logos',
  'clients',
  'client_secrets',
  'keys',
  'key_acceptances',
  'notice_acknowledgments',
  'audit_head',
  'webhook_endpoints',
  'webhook_secrets',
  'console_links',
  'console_sign_ins',
  'rate_windows',
  'schema_migrations',
]);

const NAMES_ONE = new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN|USING)\\s+(?:${GROWING_TABLES.join('|')})\\b`, 'i');

export const namesGrowingTable = (text: string): boolean => NAMES_ONE.test(text);

/** A full scan that the check must detect. */
export const READS_WHOLE = 'SELECT merchant_id, count(*) FROM webhook_outbox GROUP BY merchant_id';

/** Every table must be in one of the lists. */
export function expectKnown(tables: readonly string[]): void {
  expect(tables.filter((name) => !GROWING_TABLES.includes(name) && !SMALL_TABLES.has(name))).toEqual([]);
}
