// The real service in a process of its own, its log switched on.
import { randomBytes } from 'node:crypto';
import { startService, type RunningService } from '../../apps/service/src/main.ts';
import { addClients } from './add-clients.ts';
import { answerParent } from './child.ts';
import type { BenchClient } from './clients.ts';
import { benchMerchant, serviceConfig } from './service-config.ts';
import type { Setup, Started } from './target.ts';
import { memory, usage } from './usage.ts';

let service: RunningService | undefined;

async function start({
  merchantId,
  masterKey = randomBytes(32).toString('base64'),
  ...setup
}: Setup): Promise<Started> {
  service = await startService({ config: serviceConfig({ databaseUrl: undefined, ...setup }, masterKey) });
  await service.store.merchants.add(benchMerchant(merchantId));
  return { port: service.ports.api };
}

const add = ({
  merchantId,
  clients,
}: {
  readonly merchantId: string;
  readonly clients: readonly BenchClient[];
}): Promise<void> => addClients(service!.store, merchantId, clients);

answerParent({ start, addClients: add, usage, memory }, async () => service?.close());
