// The real service in a process of its own. Several of them may stand on one database: they share a master key.
import { LIMITS } from '@authly/contract/limits';
import { SCOPES } from '@authly/contract/scopes';
import { startService, type RunningService } from '../../apps/service/src/main.ts';
import { hashSecret } from '../../apps/service/src/merchants/client-secret.ts';
import { parseMasterKey } from '../../apps/service/src/keys/master-key.ts';
import { answerParent } from '../api/child.ts';
import { usage } from '../api/usage.ts';

export interface HostedSetup {
  readonly folder: string;
  /** Absent: SQLite in the folder. */
  readonly databaseUrl: string | undefined;
  readonly certFile: string;
  readonly keyFile: string;
  readonly masterKey: string;
}

export interface HostedClient {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

let service: RunningService | undefined;
/** When each session's last change was stored, by the clock that all processes of a machine share. */
const changedAt = new Map<string, number>();

async function start({ folder, databaseUrl, certFile, keyFile, masterKey }: HostedSetup): Promise<number> {
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
      masterKey: parseMasterKey(masterKey)!,
      tls: { certFile, keyFile },
      trustedProxies: [],
      matcherUrl: undefined,
      logLevel: 'info',
      sessionRetentionDays: LIMITS.sessionRetentionDefaultDays,
    },
  });
  service.store.sessions.onChange((id) => void changedAt.set(id, sharedNow()));
  return service.ports.api;
}

const sharedNow = (): number => performance.timeOrigin + performance.now();

async function addClient({ merchantId, clientId, clientSecret }: HostedClient): Promise<void> {
  const { merchants } = service!.store;
  const createdAt = Date.now();
  await merchants.add({
    id: merchantId,
    name: 'A shop',
    bioBaseUrl: 'https://shop.test/bio',
    bioCaPem: null,
    bioTimeoutMs: 5000,
    bioRetries: 1,
    sessionLifetimeS: LIMITS.sessionLifetimeMaxS,
    rateLimits: {},
    attemptsPerHour: 10,
    createdAt,
  });
  await merchants.addClient({
    id: clientId,
    merchantId,
    scopes: SCOPES,
    secrets: [{ hash: hashSecret(clientSecret), createdAt }],
    revokedAt: null,
    createdAt,
  });
}

answerParent({ start, addClient, usage, changes: () => Object.fromEntries(changedAt) }, async () => service?.close());
