// The real service in a process of its own, its log switched on.
import { randomBytes } from 'node:crypto';
import { SCOPES } from '@authly/contract/scopes';
import { LIMITS } from '@authly/contract/limits';
import { startService, type RunningService } from '../../apps/service/src/main.ts';
import { hashSecret } from '../../apps/service/src/merchants/client-secret.ts';
import { parseMasterKey } from '../../apps/service/src/keys/master-key.ts';
import { answerParent } from './child.ts';
import type { BenchClient } from './clients.ts';
import type { Setup, Started } from './target.ts';
import { memory, usage } from './usage.ts';

let service: RunningService | undefined;

async function start({ folder, databaseUrl, certFile, keyFile, merchantId }: Setup): Promise<Started> {
  service = await startService({
    config: {
      environment: 'test',
      dataDir: folder,
      databaseUrl,
      host: '127.0.0.1',
      port: 0,
      httpPort: 0,
      opsPort: 0,
      baseUrl: 'https://localhost',
      hostedUiUrl: 'https://localhost/hosted',
      appUrl: 'https://localhost/app/',
      masterKey: parseMasterKey(randomBytes(32).toString('base64'))!,
      tls: { certFile, keyFile },
      trustedProxies: [],
      matcherUrl: undefined,
      logLevel: 'info',
      sessionRetentionDays: LIMITS.sessionRetentionDefaultDays,
    },
  });
  await addMerchant(service, merchantId);
  return { port: service.ports.api };
}

async function addMerchant({ store }: RunningService, merchantId: string): Promise<void> {
  await store.merchants.add({
    id: merchantId,
    name: 'A shop',
    bioBaseUrl: 'https://shop.test/bio',
    bioCaPem: null,
    bioTimeoutMs: 5000,
    bioRetries: 1,
    sessionLifetimeS: LIMITS.sessionLifetimeMaxS,
    rateLimits: {},
    attemptsPerHour: 10,
    createdAt: Date.now(),
  });
}

const AT_ONCE = 50;

async function addClients({
  merchantId,
  clients,
}: {
  merchantId: string;
  clients: readonly BenchClient[];
}): Promise<void> {
  const { merchants } = service!.store;
  const createdAt = Date.now();
  for (let from = 0; from < clients.length; from += AT_ONCE) {
    const some = clients.slice(from, from + AT_ONCE);
    await Promise.all(
      some.map(({ id, secret }) =>
        merchants.addClient({
          id,
          merchantId,
          scopes: SCOPES,
          secrets: [{ hash: hashSecret(secret), createdAt }],
          revokedAt: null,
          createdAt,
        }),
      ),
    );
  }
}

answerParent({ start, addClients, usage, memory }, async () => service?.close());
