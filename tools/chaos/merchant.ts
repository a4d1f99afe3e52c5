import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../../apps/service/src/merchants/client-secret.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import { merchantFixture } from '../../apps/service/test/merchant-fixture.ts';

/** A session's whole life fits into it, and its end is soon there to be looked at. */
export const SESSION_LIFETIME_S = 12;
/** 15 s + timeout × (1 + retries). */
export const PROCESSING_ALLOWANCE_MS = 15_000 + 1000;

export interface BioApi {
  readonly url: string;
  close(): void;
}

/** A merchant's Bio API that takes every enrollment. */
export async function startBioApi({ certFile, keyFile }: { certFile: string; keyFile: string }): Promise<BioApi> {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/bio`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Client {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function addMerchant(store: Store, bio: BioApi, ca: string): Promise<Client> {
  const merchantId = `m_${randomBytes(6).toString('hex')}`;
  await store.merchants.add(
    merchantFixture(merchantId, {
      bioBaseUrl: bio.url,
      bioCaPem: ca,
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
  await store.merchants.addClient({
    id: clientId,
    merchantId,
    scopes: SCOPES,
    secrets: [{ hash: hashSecret(clientSecret), createdAt }],
    revokedAt: null,
    createdAt,
  });
  return { merchantId, clientId, clientSecret };
}
