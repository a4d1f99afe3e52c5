import { LIMITS } from '@authly/contract/limits';
import type { Config } from '../../apps/service/src/config.ts';
import { parseMasterKey } from '../../apps/service/src/keys/master-key.ts';
import type { Merchant } from '../../apps/service/src/merchants/merchant.ts';

export interface ServiceSetup {
  readonly folder: string;
  /** Absent: SQLite in the folder. */
  readonly databaseUrl: string | undefined;
  readonly certFile: string;
  readonly keyFile: string;
}

/** A service as it runs, its log switched on, on ports that are free. */
export const serviceConfig = ({ folder, databaseUrl, certFile, keyFile }: ServiceSetup, masterKey: string): Config => ({
  environment: 'test',
  dataDir: folder,
  databaseUrl,
  host: '127.0.0.1',
  port: 0,
  httpPort: 0,
  opsPort: 0,
  opsHost: '127.0.0.1',
  console: undefined,
  baseUrl: 'https://localhost',
  hostedUiUrl: 'https://localhost/hosted',
  appUrl: 'https://localhost/app/',
  masterKey: parseMasterKey(masterKey)!,
  pkcs11: undefined,
  tls: { certFile, keyFile },
  trustedProxies: [],
  matcherUrl: undefined,
  maxConnections: 10_000,
  logLevel: 'info',
  sessionRetentionDays: LIMITS.sessionRetentionDefaultDays,
  shutdownDelayMs: 0,
  tracing: undefined,
});

export const benchMerchant = (id: string, settings: Partial<Merchant> = {}): Merchant => ({
  id,
  name: 'A shop',
  bioBaseUrl: 'https://shop.test/bio',
  bioCaPem: null,
  bioTimeoutMs: 5000,
  bioRetries: 1,
  sessionLifetimeS: LIMITS.sessionLifetimeMaxS,
  rateLimits: {},
  logoId: null,
  attemptsPerHour: LIMITS.attemptsPerHour,
  createdAt: Date.now(),
  ...settings,
});
