import { availableParallelism } from 'node:os';
import { LIMITS } from '@authly/contract/wire/limits';
import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import {
  appUrl,
  httpsOrigin,
  httpsOrLoopback,
  relyingParty,
  securityContact,
  trustedProxies,
} from './address-settings.ts';
import { ConfigError } from './config-error.ts';
import { consoleSettings } from './console-settings.ts';
import { masterKey, pkcs11 } from './key-settings.ts';
import { readAlone, SettingReader, type Env } from './setting-reader.ts';
import { databaseListenUrl, databaseUrl, databaseUrlFile, dataDirOf } from './store-settings.ts';
import { tlsFiles } from './tls-settings.ts';
import { ENVIRONMENTS } from '../runtime/environment.ts';
import { unsafeInProduction } from './production-safety.ts';
import { readTracing } from './tracing-settings.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Threads beyond these take memory and turns from each other, if the process has only a share of its machine. */
const MOST_DEFAULT_THREADS = 4;

export type Config = Readonly<ReturnType<typeof settings>>;

export function readConfig(env: Env): Config {
  const config = readAlone(env, settings);
  const unsafe = config.environment === 'production' ? unsafeInProduction(config, env) : [];
  if (unsafe.length > 0) throw new ConfigError(unsafe);
  return deepFrozen(config);
}

function addresses(read: SettingReader) {
  const environment = read.oneOf('AUTHLY_ENV', ENVIRONMENTS);
  const port = read.port('AUTHLY_PORT');
  const ownUrl = environment === 'production' ? undefined : `https://localhost:${port}`;
  const baseUrl = httpsOrigin(read, 'AUTHLY_BASE_URL', ownUrl);
  const appPage = appUrl(read, `${baseUrl}${PAGE_PATHS.app}`);
  return { environment, port, baseUrl, appUrl: appPage, relyingParty: relyingParty(read, appPage, baseUrl) };
}

function settings(read: SettingReader) {
  const { baseUrl, ...others } = addresses(read);
  const config = {
    ...others,
    baseUrl,
    dataDir: dataDirOf(read.env),
    databaseUrl: databaseUrl(read),
    databaseUrlFile: databaseUrlFile(read),
    databaseListenUrl: databaseListenUrl(read),
    host: read.text('AUTHLY_HOST'),
    httpPort: read.port('AUTHLY_HTTP_PORT'),
    opsPort: read.port('AUTHLY_OPS_PORT'),
    opsHost: read.text('AUTHLY_OPS_HOST'),
    opsNames: read.list('AUTHLY_OPS_NAMES').map((name) => name.toLowerCase()),
    console: consoleSettings(read),
    hostedUiUrl: `${baseUrl}${PAGE_PATHS.hosted.slice(0, -1)}`,
    masterKey: masterKey(read),
    pkcs11: pkcs11(read),
    tls: tlsFiles(read),
    trustedProxies: trustedProxies(read),
    matcherUrl: httpsOrLoopback(read, 'AUTHLY_PROVIDER_URL'),
    matcherToken: read.file('AUTHLY_PROVIDER_TOKEN_FILE'),
    securityContact: securityContact(read),
    engineThreads: engineThreads(read),
    maxConnections: read.integer('AUTHLY_MAX_CONNECTIONS', 16, 1_000_000),
    logLevel: read.oneOf('AUTHLY_LOG_LEVEL', LOG_LEVELS),
    sessionRetentionDays: retentionDays(read),
    shutdownDelayMs: shutdownDelayMs(read),
    tracing: readTracing(read),
  };
  if (config.tls === undefined && config.trustedProxies.length === 0)
    read.problems.push(
      'no TLS: set AUTHLY_TLS_CERT_FILE and AUTHLY_TLS_KEY_FILE, or AUTHLY_TRUSTED_PROXIES to the proxy that terminates TLS',
    );
  return config;
}

const retentionDays = (read: SettingReader): number =>
  read.integer('AUTHLY_SESSION_RETENTION_DAYS', LIMITS.sessionRetentionMinDays, LIMITS.sessionRetentionMaxDays);

const shutdownDelayMs = (read: SettingReader): number => read.integer('AUTHLY_SHUTDOWN_DELAY_S', 0, 60) * 1000;

const engineThreads = (read: SettingReader): number =>
  read.value('AUTHLY_ENGINE_THREADS') === undefined
    ? Math.min(availableParallelism(), MOST_DEFAULT_THREADS)
    : read.integer('AUTHLY_ENGINE_THREADS', 0, 1024);

export const readShopPort = (env: Env): number => readAlone(env, (read) => read.port('AUTHLY_SHOP_PORT'));

export const readPasskeyDomain = (env: Env): string => readAlone(env, (read) => addresses(read).relyingParty.id);

export const readListening = (env: Env): Pick<Config, 'host' | 'port' | 'opsHost' | 'opsPort'> =>
  readAlone(env, (read) => ({
    host: read.text('AUTHLY_HOST'),
    port: read.port('AUTHLY_PORT'),
    opsHost: read.text('AUTHLY_OPS_HOST'),
    opsPort: read.port('AUTHLY_OPS_PORT'),
  }));

export const readShutdownDelayMs = (env: Env): number => shutdownDelayMs(new SettingReader(env));

/** Bytes cannot be frozen. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
