// The real service in a process of its own. Several of them may stand on one database: they share a master key.
import { SCOPES } from '@authly/contract/scopes';
import { startService, type RunningService } from '../../apps/service/src/main.ts';
import { hashSecret } from '../../apps/service/src/merchants/client-secret.ts';
import { answerParent } from '../api/child.ts';
import { benchMerchant, serviceConfig, type ServiceSetup } from '../api/service-config.ts';
import { memory, usage } from '../api/usage.ts';

export interface HostedSetup extends ServiceSetup {
  readonly masterKey: string;
  readonly maxConnections: number;
}

export interface HostedClient {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

let service: RunningService | undefined;
/** When each session's last change was stored, by the clock that all processes of a machine share. */
const changedAt = new Map<string, number>();

async function start({ masterKey, maxConnections, ...setup }: HostedSetup): Promise<number> {
  service = await startService({ config: { ...serviceConfig(setup, masterKey), maxConnections } });
  service.store.sessions.onChange((id) => void changedAt.set(id, sharedNow()));
  return service.ports.api;
}

const sharedNow = (): number => performance.timeOrigin + performance.now();

async function addClient({ merchantId, clientId, clientSecret }: HostedClient): Promise<void> {
  const { merchants } = service!.store;
  const createdAt = Date.now();
  await merchants.add(benchMerchant(merchantId));
  await merchants.addClient({
    id: clientId,
    merchantId,
    scopes: SCOPES,
    secrets: [{ hash: hashSecret(clientSecret), createdAt }],
    revokedAt: null,
    createdAt,
  });
}

answerParent({ start, addClient, usage, memory, changes: () => Object.fromEntries(changedAt) }, async () =>
  service?.close(),
);
