import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES } from '@authly/contract/wire/scopes';
import { hashSecret, newClientSecret } from '../../apps/service/src/merchants/client-secret.ts';
import type { Store } from '../../apps/service/src/storage/port/store.ts';
import { merchantFixture } from '../../apps/service/test/merchant-fixture.ts';
import { developmentCertificates } from '../../apps/sandbox/src/development-certificates/development-certificates.ts';

export interface Certificates {
  readonly ca: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Fixture {
  readonly folder: string;
  readonly tls: Certificates;
  readonly bioUrl: string;
  readonly cleanup: AsyncDisposableStack;
}

export async function openFixture(name: string, cleanup: AsyncDisposableStack): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), `authly-${name}-`));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  // Postgres may run as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const tls = { ca: readFileSync(caFile, 'utf8'), certFile, keyFile };
  const bio = await listenTls(tls, (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}'));
  });
  cleanup.use(bio);
  return { folder, tls, bioUrl: `${bio.origin}/bio`, cleanup };
}

export async function listenTls(
  { certFile, keyFile }: Pick<Certificates, 'certFile' | 'keyFile'>,
  listener: RequestListener,
): Promise<Disposable & { readonly port: number; readonly origin: string }> {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Long enough for a whole session, short enough to wait for expiry. */
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
