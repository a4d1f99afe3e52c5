import { ENDPOINTS } from '../../../apps/service/src/operator/console/endpoints/index.ts';
import { openStore } from '../../../apps/service/src/storage/open-store.ts';
import { sampleClaim, sampleSession, walked } from '../../../apps/service/src/storage/test/samples.ts';
import type { FilledStore } from './filled-store.ts';
import { RESULT, type Operation } from './operations.ts';

/** Merchants, each with a client and a webhook endpoint, in SQL for both databases. */
export function merchantStatements(merchants: number): string[] {
  // Suspended, so that no page connects to their Bio APIs.
  const numbers = `WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${merchants - 1})`;
  const each = (table: string, columns: string, values: string): string =>
    `INSERT INTO ${table} (${columns}) ${numbers} SELECT ${values} FROM numbers`;
  return [
    each(
      'merchants',
      'id, name, reader, device_binding, bio_base_url, bio_timeout_ms, bio_retries, session_lifetime_s, attempts_per_hour, rate_limits, suspended_at, created_at',
      `'mer_' || i, 'Shop ' || i, 1 = 0, 'off', 'https://shop.example/bio', 5000, 1, 600, 10, '{}', i, i`,
    ),
    each('clients', 'id, merchant_id, scopes, created_at', `'cli_' || i, 'mer_' || i, 'sessions:read', i`),
    each('client_secrets', 'client_id, hash, created_at', `'cli_' || i, '${'f'.repeat(64)}', i`),
    each('webhook_endpoints', 'merchant_id, url, created_at', `'mer_' || i, 'https://shop.example/hook', i`),
  ];
}

const page = (name: string): Operation => ({
  name: `console: ${name}`,
  times: 5,
  each: 1,
  prepare({ store, now, merchants }) {
    const operator = { store, environment: 'test', now: () => now } as never;
    const { run } = ENDPOINTS.find((each) => each.name === name)!;
    return (i) => run(operator, { merchant_id: merchantAt(merchants, i), q: 'nothing', range: 'hour' } as never);
  },
});

/** Far apart. */
const merchantAt = (merchants: number, i: number): string => `mer_${(i * 7919) % merchants}`;

export const MERCHANT_OPERATIONS: readonly Operation[] = [
  {
    name: 'token',
    times: 200,
    each: 1,
    prepare:
      ({ store, merchants }) =>
      (i) =>
        store.merchants.findClient(merchantAt(merchants, i).replace('mer', 'cli')),
  },
  {
    name: 'create',
    times: 60,
    each: 1,
    prepare:
      ({ store, now, merchants }) =>
      async (i) => {
        const merchantId = merchantAt(merchants, i);
        await store.merchants.find(merchantId);
        await store.sessions.create(sampleSession({ createdAt: now, merchantId }), sampleClaim());
      },
  },
  {
    name: 'session with its event',
    times: 60,
    each: 1,
    prepare:
      ({ store, now, merchants }) =>
      (i) =>
        walked(store, [{ event: 'open' }, { event: 'cancel' }], {
          createdAt: now,
          merchantId: merchantAt(merchants, i),
        }),
  },
  RESULT,
  {
    name: 'deliveries at rest',
    times: 60,
    each: 1,
    prepare:
      ({ store: { webhooks }, now }) =>
      async () => {
        await webhooks.oldestDue();
        await webhooks.lease({ now, leaseMs: 60_000, limit: 64, exceptMerchants: [], failingToo: true });
      },
  },
  {
    name: 'start',
    times: 3,
    each: 1,
    prepare:
      ({ options }: FilledStore) =>
      async () =>
        (await openStore(options)).close(),
  },
  ...['overview', 'health', 'merchant details', 'merchants attention'].map(page),
];
