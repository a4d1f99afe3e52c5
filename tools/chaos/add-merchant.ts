import { randomBytes } from 'node:crypto';
import { SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../../apps/service/src/merchants/client-secret.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { merchantFixture } from '../../apps/service/test/merchant-fixture.ts';
import type { Fixture } from './fixture.ts';

/** A session's whole life fits into it, and its end comes soon. */
export const SESSION_LIFETIME_S = 12;
/** 15 s + timeout × (1 + retries). */
export const PROCESSING_ALLOWANCE_MS = 15_000 + 1000;

export interface Client {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function addMerchant(store: Store, { bioUrl, tls }: Fixture): Promise<Client> {
  const merchantId = `m_${randomBytes(6).toString('hex')}`;
  await store.merchants.add(
    merchantFixture(merchantId, {
      bioBaseUrl: bioUrl,
      bioCaPem: tls.ca,
      bioTimeoutMs: 500,
      bioRetries: 1,
      sessionLifetimeS: SESSION_LIFETIME_S,
    }),
  );
  return addClient(store, merchantId);
}

export async function addClient(store: Store, merchantId: string): Promise<Client> {
  const clientId = `c_${randomBytes(6).toString('hex')}`;
  const clientSecret = newClientSecret('test');
  const createdAt = Date.now();
  const secrets = [{ hash: hashSecret(clientSecret), createdAt }];
  await store.merchants.addClient({ id: clientId, merchantId, scopes: SCOPES, secrets, revokedAt: null, createdAt });
  return { merchantId, clientId, clientSecret };
}
