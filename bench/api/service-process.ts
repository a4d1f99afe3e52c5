// The real service in a process of its own, its log switched on.
import { randomBytes } from 'node:crypto';
import { SCOPES } from '@authly/contract/scopes';
import { startService, type RunningService } from '../../apps/service/src/main.ts';
import { hashSecret } from '../../apps/service/src/merchants/client-secret.ts';
import { answerParent } from './child.ts';
import type { BenchClient } from './clients.ts';
import { benchMerchant, serviceConfig } from './service-config.ts';
import type { Setup, Started } from './target.ts';
import { memory, usage } from './usage.ts';

let service: RunningService | undefined;

async function start({ folder, databaseUrl, certFile, keyFile, merchantId }: Setup): Promise<Started> {
  service = await startService({
    config: serviceConfig({ folder, databaseUrl, certFile, keyFile }, randomBytes(32).toString('base64')),
  });
  await service.store.merchants.add(benchMerchant(merchantId));
  return { port: service.ports.api };
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
