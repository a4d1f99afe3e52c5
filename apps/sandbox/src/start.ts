import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeConsoleLink } from '../../service/src/operator/changes/console-link.ts';
import { startEngineThreads } from '../../service/src/capture/engine-threads.ts';
import { readConfig, readShopPort, type Config } from '../../service/src/config/config.ts';
import { ConfigError } from '../../service/src/config/config-error.ts';
import type { Env } from '../../service/src/config/setting-reader.ts';
import { dataDirOf } from '../../service/src/config/store-settings.ts';
import { DOCS_PATHS, TRY_IT_KEY_FRAGMENT } from '../../../packages/contract/src/wire/page-addresses.ts';
import { clockOffset } from '../../service/src/lifecycle/clock-offset.ts';
import { logFile } from '../../service/src/observability/log-destination.ts';
import { startService } from '../../service/src/start/main.ts';
import { lockFolder } from '../../service/src/storage/folder-lock.ts';
import { StoreUnavailableError, type Store } from '../../service/src/storage/port/store.ts';
import { developmentCertificates } from './development-certificates/development-certificates.ts';
import type { ShopConfig } from '../../shop/src/shop.ts';
import { buildPages } from './build-pages/build.ts';
import {
  bindDevices,
  demoMerchant,
  demoWebhookSecret,
  registeredBioBaseUrl,
  sandboxOperator,
} from './demo-merchant.ts';
import { writeFacts, type SandboxFacts } from './facts.ts';
import { freePorts, PORTS } from './free-ports.ts';
import type * as OpenId from './open-id.ts';
import { ShopProcess } from './shop-process.ts';
import { plainPages, TRY_PATH } from './try-page/plain-pages.ts';

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1']);
/** Anyone who can read sandbox.json can use the console. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface Sandbox {
  readonly facts: SandboxFacts;
  readonly logFile: string;
  /** The page that a phone opens first, over plain HTTP. */
  readonly phoneUrl: string;
  /** Ports that were taken, each with the one that replaces it. */
  readonly movedPorts: readonly (readonly [taken: string, port: string])[];
  readonly consoleLink: () => Promise<string>;
  readonly openId: OpenId.SandboxOpenId | undefined;
  close(): Promise<void>;
}

interface SandboxOptions {
  readonly say?: (line: string) => void;
  /** Other devices reach this machine there. */
  readonly address?: string | undefined;
  /** Starts `examples/openid` too, and signs operators in to the console with it. */
  readonly openId?: boolean;
}

export async function startSandbox(
  env: Env,
  { say = console.error, address, openId = false }: SandboxOptions = {},
): Promise<Sandbox> {
  await using opened = new AsyncDisposableStack();
  const provider = openId ? await import('./open-id.ts') : undefined;
  const prepared = await prepare(env, address, opened, provider?.prepareOpenId);
  const { config, dataDir, host, ports: chosen, shopPort, openIdFiles, ...files } = prepared;
  const { caFile, certFile, keyFile } = files;
  // Closed after the service: a capture in flight still calls the shop's Bio API.
  const shop = opened.use(new ShopProcess(caFile));
  await buildPages({ say });
  const logAt = join(dataDir, 'service.log');
  const key = randomBytes(32).toString('base64url');
  const shopUrl = `https://${host}:${shopPort}`;
  const ca = readFileSync(caFile, 'utf8');
  let authly: ShopConfig['authly'] | undefined;
  const service = await startService({
    config,
    logTo: logFile(logAt),
    threads: startEngineThreads(config),
    tryIt: { key, ca, credentials: () => authly! },
    plainPages: plainPages({ ca, shopUrl }),
  });
  opened.adopt(service, (each) => each.close());
  const { store, ports } = service;
  const demoShop = { dataDir, shopUrl, caFile };
  const credentials = await demoMerchant(store, demoShop);
  const { merchant_id: merchantId, client_id: clientId, client_secret: clientSecret } = credentials;
  authly = { baseUrl: config.baseUrl, merchantId, clientId, clientSecret };
  const webhookSecret = await demoWebhookSecret(store, config.masterKey, demoShop);
  const listening = { host: config.host, port: shopPort, certFile, keyFile, shopUrl };
  const { deviceBinding } = (await store.merchants.find(merchantId))!;
  const forShop = { ...listening, dataDir: join(dataDir, 'shop'), authly, webhookSecret, deviceBinding };
  await shop.start(forShop, (mode) => void bindDevices(store, mode).catch(say));
  const running = openIdFiles && (await provider!.startSandboxOpenId(openIdFiles, { store, config, ...files }));
  if (running !== undefined) opened.adopt(running, (each) => each.close());
  const facts: SandboxFacts = {
    base_url: config.baseUrl,
    hosted_ui_url: config.hostedUiUrl,
    ...credentials,
    ca_file: caFile,
    merchant_bio_base_url: await registeredBioBaseUrl(store, demoShop),
    shop_url: shopUrl,
    ops_url: `http://127.0.0.1:${ports.ops}`,
    app_url: config.appUrl.replace(/\/+$/, ''),
    try_url: `${config.baseUrl}${DOCS_PATHS.tryIt}#${TRY_IT_KEY_FRAGMENT}=${key}`,
    console_url: await consoleLink(store, config),
  };
  writeFacts(dataDir, facts);
  const sandbox = opened.move();
  return {
    facts,
    logFile: logAt,
    phoneUrl: `http://${host}:${ports.redirect}${TRY_PATH}`,
    movedPorts: Object.entries(PORTS).flatMap(([setting, port]) => {
      const replacement = chosen[setting] ?? port;
      return replacement === port ? [] : [[port, replacement] as const];
    }),
    consoleLink: () => consoleLink(store, config),
    openId: running,
    close: () => sandbox.disposeAsync(),
  };
}

async function prepare(
  given: Env,
  address: string | undefined,
  opened: AsyncDisposableStack,
  prepareOpenId?: typeof OpenId.prepareOpenId,
) {
  if ((given['AUTHLY_ENV'] || 'test') !== 'test')
    throw new ConfigError(['AUTHLY_ENV must be test: the sandbox is never production (use "authly serve")']);
  const dataDir = dataDirOf(given);
  const host = hostOf(given['AUTHLY_BASE_URL'] || `https://${address ?? 'localhost'}`);
  // Reachable from outside only at another address than this machine's loopback.
  const listensOn = given['AUTHLY_HOST'] || (THIS_MACHINE.has(host) ? '127.0.0.1' : '0.0.0.0');
  const ports = await freePorts(given, listensOn);
  const env = { ...withoutBlanks(given), ...ports };
  const baseUrl = env['AUTHLY_BASE_URL'] ?? `https://${host}:${env['AUTHLY_PORT']}`;
  opened.use(lock(dataDir, baseUrl));
  keepMasterKey(join(dataDir, 'master.key'), env);
  // Bun refuses a certificate with IP addresses under a CA whose constraints name addresses.
  const files = await developmentCertificates(dataDir, [...new Set(['localhost', host])], new Date());
  const shopPort = readShopPort(env);
  const openIdFiles = await prepareOpenId?.(env, dataDir, host);
  const config = readConfig({
    AUTHLY_TLS_CERT_FILE: files.certFile,
    AUTHLY_TLS_KEY_FILE: files.keyFile,
    ...env,
    ...openIdFiles?.consoleSettings,
    ...(address !== undefined && { AUTHLY_BASE_URL: baseUrl }),
    AUTHLY_HOST: listensOn,
    AUTHLY_ENV: 'test',
  });
  return { config, dataDir, host: host.includes(':') ? `[${host}]` : host, ports, shopPort, openIdFiles, ...files };
}

async function consoleLink(store: Store, { console }: Config): Promise<string> {
  const operator = sandboxOperator(store, 'console.link', await clockOffset(store.settings));
  const link = { url: console!.url, role: 'admin' as const, name: 'sandbox', lifetimeMs: LINK_LIFETIME_MS };
  return (await makeConsoleLink(operator, link)).url;
}

function lock(dataDir: string, address: string): Disposable {
  try {
    return lockFolder(dataDir, address);
  } catch (error) {
    throw error instanceof StoreUnavailableError ? new ConfigError([error.message]) : error;
  }
}

function keepMasterKey(file: string, env: Env): void {
  if (env['AUTHLY_MASTER_KEY'] || env['AUTHLY_MASTER_KEY_FILE'] || existsSync(file)) return;
  writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
}

function hostOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null)
    throw new ConfigError(['AUTHLY_BASE_URL must be https:// and a host, without path, query or credentials']);
  return url.hostname.replace(/^\[|\]$/g, '');
}

const withoutBlanks = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
