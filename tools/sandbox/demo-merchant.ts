import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import { SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret, secretMatches } from '../../apps/service/src/merchants/client-secret.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { readFacts } from './facts.ts';

const MERCHANT_ID = 'mch_demo_shop';

export interface DemoCredentials {
  readonly merchant_id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** The demo shop as a merchant. A restart on the same folder keeps its credentials. */
export async function demoMerchant(
  store: Store,
  { dataDir, bioBaseUrl, caFile }: { dataDir: string; bioBaseUrl: string; caFile: string },
): Promise<DemoCredentials> {
  const createdAt = Date.now();
  const settings = { name: 'Demo Shop', bioBaseUrl, bioCaPem: readFileSync(caFile, 'utf8') };
  const added = await store.merchants.add({
    id: MERCHANT_ID,
    ...settings,
    bioTimeoutMs: BIO_LIMITS.requestTimeoutMs,
    bioRetries: BIO_LIMITS.retries,
    sessionLifetimeS: LIMITS.sessionLifetimeDefaultS,
    rateLimits: {},
    attemptsPerHour: LIMITS.attemptsPerHour,
    createdAt,
  });
  if (!added) await store.merchants.update(MERCHANT_ID, settings);
  return (await keptCredentials(store, dataDir)) ?? newCredentials(store, createdAt);
}

/** The ones in sandbox.json, if the store still accepts them. */
async function keptCredentials(store: Store, dataDir: string): Promise<DemoCredentials | undefined> {
  const { merchant_id, client_id, client_secret } = readFacts(dataDir);
  if (merchant_id !== MERCHANT_ID || client_id === undefined || client_secret === undefined) return undefined;
  return secretMatches(client_secret, await store.merchants.findClient(client_id))
    ? { merchant_id, client_id, client_secret }
    : undefined;
}

async function newCredentials(store: Store, createdAt: number): Promise<DemoCredentials> {
  const client_id = `cli_demo_${randomBytes(8).toString('hex')}`;
  const client_secret = newClientSecret('test');
  await store.merchants.addClient({
    id: client_id,
    merchantId: MERCHANT_ID,
    scopes: SCOPES,
    secrets: [{ hash: hashSecret(client_secret), createdAt }],
    revokedAt: null,
    createdAt,
  });
  return { merchant_id: MERCHANT_ID, client_id, client_secret };
}
