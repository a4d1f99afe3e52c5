import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { LIMITS } from '@authly/contract/limits';
import { PAGE_PATHS } from '@authly/contract/page-addresses';
import { serversOf, WRITABLE } from './database-address.ts';
import { ENVIRONMENTS, type Environment } from './environment.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { unsafeInProduction } from './production-safety.ts';
import { SIGNING_PURPOSES, type SigningPurpose } from './keys/key-record.ts';
import { parseMasterKey, type MasterKey } from './keys/master-key.ts';
import type { Pkcs11Settings } from './keys/pkcs11/settings.ts';
import { SETTINGS, type SettingName } from './settings.ts';
import { readTracing, type SettingReader, type TracingSettings } from './tracing/tracing-settings.ts';

export interface Config {
  readonly environment: Environment;
  readonly dataDir: string;
  /** Absent: SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly httpPort: number;
  readonly opsPort: number;
  readonly opsHost: string;
  /** Absent: there is no console. */
  readonly console: ConsoleConfig | undefined;
  readonly baseUrl: string;
  readonly hostedUiUrl: string;
  readonly appUrl: string;
  readonly masterKey: MasterKey;
  /** Absent: signing keys are sealed in the store. */
  readonly pkcs11: Pkcs11Settings | undefined;
  /** Absent: plain HTTP behind a trusted proxy that terminates TLS. */
  readonly tls: TlsFiles | undefined;
  readonly trustedProxies: readonly string[];
  readonly matcherUrl: string | undefined;
  readonly maxConnections: number;
  readonly logLevel: LogLevel;
  readonly sessionRetentionDays: number;
  readonly shutdownDelayMs: number;
  /** Absent: no traces. */
  readonly tracing: TracingSettings | undefined;
}

export interface ConsoleConfig {
  readonly host: string;
  readonly port: number;
  /** Of its page, as browsers know it. */
  readonly url: string;
  /** Where operators have accounts; absent: links alone sign in. */
  readonly provider: ProviderConfig | undefined;
}

export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** The claim whose values say what somebody may do. */
  readonly claim: string;
  readonly admins: readonly string[];
  readonly readers: readonly string[];
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Everything that is wrong with the settings at once, each naming its variable and what would be right. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? `cannot start: ${problems[0]}`
        : `cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Environment → one frozen object, or refuse to start, naming what is wrong. */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const read = new Reader(env, problems);
  const environment = read.oneOf('AUTHLY_ENV', ENVIRONMENTS);
  const port = read.integer('AUTHLY_PORT', 0, 65_535);
  const baseUrl = read.httpsOrigin(
    'AUTHLY_BASE_URL',
    environment === 'production' ? undefined : `https://localhost:${port}`,
  );
  const config = {
    environment,
    dataDir: dataDirOf(env),
    databaseUrl: read.postgresUrl('AUTHLY_DATABASE_URL'),
    host: read.text('AUTHLY_HOST'),
    port,
    httpPort: read.integer('AUTHLY_HTTP_PORT', 0, 65_535),
    opsPort: read.integer('AUTHLY_OPS_PORT', 0, 65_535),
    opsHost: read.text('AUTHLY_OPS_HOST'),
    console: read.console(),
    baseUrl,
    hostedUiUrl: `${baseUrl}${PAGE_PATHS.hosted.slice(0, -1)}`,
    appUrl: read.appUrl('AUTHLY_APP_URL', `${baseUrl}${PAGE_PATHS.app}`),
    masterKey: read.masterKey(),
    pkcs11: read.pkcs11(),
    tls: read.tlsFiles(),
    trustedProxies: read.addresses('AUTHLY_TRUSTED_PROXIES'),
    matcherUrl: read.httpsOrLoopback('AUTHLY_PROVIDER_URL'),
    maxConnections: read.integer('AUTHLY_MAX_CONNECTIONS', 16, 1_000_000),
    logLevel: read.oneOf('AUTHLY_LOG_LEVEL', LOG_LEVELS),
    sessionRetentionDays: read.integer(
      'AUTHLY_SESSION_RETENTION_DAYS',
      LIMITS.sessionRetentionMinDays,
      LIMITS.sessionRetentionMaxDays,
    ),
    shutdownDelayMs: read.shutdownDelayMs(),
    tracing: readTracing(read),
  };
  if (config.tls === undefined && config.trustedProxies.length === 0) {
    problems.push(
      'no TLS: set AUTHLY_TLS_CERT_FILE and AUTHLY_TLS_KEY_FILE, or AUTHLY_TRUSTED_PROXIES to the proxy that terminates TLS',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const unsafe = environment === 'production' ? unsafeInProduction(config, env) : [];
  if (unsafe.length > 0) throw new ConfigError(unsafe);
  return deepFrozen(config);
}

/** A key's bytes cannot be frozen; nobody but the sealing code takes them. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}

export const dataDirOf = (env: Env): string => resolve(env['AUTHLY_DATA_DIR'] || SETTINGS.AUTHLY_DATA_DIR.default);

/** As it is, or in a file: an address may hold a password. Empty where the file has nothing that could be read; undefined: no Postgres. */
export function databaseUrlOf(env: Env): string | undefined {
  const { AUTHLY_DATABASE_URL: url, AUTHLY_DATABASE_URL_FILE: file } = env;
  if (url || !file) return url || undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** The master key alone, for commands that seal or open keys. */
export function readMasterKey(env: Env): MasterKey {
  const problems: string[] = [];
  const key = new Reader(env, problems).masterKey();
  if (problems.length > 0) throw new ConfigError(problems);
  return key;
}

/** Where the console is, alone: for who makes a link to it. */
export function readConsoleUrl(env: Env): string | undefined {
  const problems: string[] = [];
  const url = new Reader(env, problems).consoleUrl();
  if (problems.length > 0) throw new ConfigError(problems);
  return url;
}

/** The PKCS#11 token alone, for commands that make keys or sign. */
export function readPkcs11(env: Env): Pkcs11Settings | undefined {
  const problems: string[] = [];
  const settings = new Reader(env, problems).pkcs11();
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

/** The demo shop's port alone: only the sandbox has one. */
export function readShopPort(env: Env): number {
  const problems: string[] = [];
  const port = new Reader(env, problems).integer('AUTHLY_SHOP_PORT', 0, 65_535);
  if (problems.length > 0) throw new ConfigError(problems);
  return port;
}

/** How long a process is still served after SIGTERM, alone: for those who say how long an end takes. */
export const readShutdownDelayMs = (env: Env): number => new Reader(env, []).shutdownDelayMs();

/** Reads one setting after the other and collects what is wrong, so that an operator mends all of it in one go. */
class Reader implements SettingReader {
  readonly #env: Env;
  readonly #problems: string[];

  constructor(env: Env, problems: string[]) {
    this.#env = env;
    this.#problems = problems;
  }

  #value(name: SettingName): string | undefined {
    return this.#env[name] || SETTINGS[name].default;
  }

  #wrong(name: SettingName, rule: string): undefined {
    this.#problems.push(`${name} ${rule}`);
    return undefined;
  }

  wrong(name: SettingName, rule: string): void {
    this.#wrong(name, rule);
  }

  text(name: SettingName): string {
    return this.#value(name) ?? '';
  }

  oneOf<Value extends string>(name: SettingName, values: readonly Value[]): Value {
    const value = this.#value(name);
    if (value === undefined || !(values as readonly string[]).includes(value))
      this.#wrong(name, `must be one of: ${values.join(', ')}`);
    return value as Value;
  }

  integer(name: SettingName, min: number, max: number): number {
    const value = this.#value(name) ?? '';
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.#wrong(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  shutdownDelayMs(): number {
    return this.integer('AUTHLY_SHUTDOWN_DELAY_S', 0, 60) * 1000;
  }

  console(): ConsoleConfig | undefined {
    if (this.#value('AUTHLY_CONSOLE_PORT') === undefined) return undefined;
    const port = this.integer('AUTHLY_CONSOLE_PORT', 1, 65_535);
    const url = this.consoleUrl()!;
    return { host: this.text('AUTHLY_CONSOLE_HOST'), port, url, provider: this.#provider() };
  }

  consoleUrl(): string | undefined {
    const port = this.#value('AUTHLY_CONSOLE_PORT');
    if (port === undefined && this.#value('AUTHLY_CONSOLE_URL') === undefined) return undefined;
    return this.httpsOrigin('AUTHLY_CONSOLE_URL', `https://localhost:${port}`);
  }

  #provider(): ProviderConfig | undefined {
    if (this.#value('AUTHLY_CONSOLE_OIDC_ISSUER') === undefined) return undefined;
    const [admins, readers] = [this.#list('AUTHLY_CONSOLE_OIDC_ADMINS'), this.#list('AUTHLY_CONSOLE_OIDC_READERS')];
    if (admins.length + readers.length === 0)
      this.#wrong('AUTHLY_CONSOLE_OIDC_ADMINS', 'or AUTHLY_CONSOLE_OIDC_READERS must be set: else nobody may sign in');
    return {
      issuer: this.httpsOrLoopback('AUTHLY_CONSOLE_OIDC_ISSUER')!,
      clientId: this.#given('AUTHLY_CONSOLE_OIDC_CLIENT_ID'),
      clientSecret: this.#secretIn('AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE'),
      scope: this.text('AUTHLY_CONSOLE_OIDC_SCOPE'),
      claim: this.text('AUTHLY_CONSOLE_OIDC_CLAIM'),
      admins,
      readers,
    };
  }

  #given(name: SettingName): string {
    return this.#value(name) ?? this.#wrong(name, 'must be set with AUTHLY_CONSOLE_OIDC_ISSUER') ?? '';
  }

  #secretIn(name: SettingName): string {
    const file = this.#given(name);
    const secret = file === '' ? undefined : this.#readable(file)?.trim();
    if (file !== '' && !secret) this.#wrong(name, `names a file that cannot be read, or is empty: ${file}`);
    return secret ?? '';
  }

  #list(name: SettingName): string[] {
    return (this.#value(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  httpsOrigin(name: SettingName, fallback: string | undefined): string {
    const value = this.#value(name) ?? fallback;
    if (value === undefined)
      return (
        this.#wrong(
          name,
          'must be set in production: the address that merchants and persons use, such as https://authly.example.com',
        ) ?? ''
      );
    const url = URL.parse(value);
    // Case and the default port do not matter: what counts is that nothing follows the host.
    if (url?.protocol !== 'https:' || !/^https:\/\/[^/?#@\\\s]+\/?$/i.test(value))
      this.#wrong(name, 'must be https:// and a host, without path, query or credentials');
    return url?.origin ?? value;
  }

  appUrl(name: SettingName, fallback: string): string {
    const value = this.#value(name) ?? fallback;
    const url = URL.parse(value);
    if (
      url === null ||
      url.hash !== '' ||
      value.includes('#') ||
      url.username !== '' ||
      url.password !== '' ||
      url.protocol === 'http:'
    )
      this.#wrong(name, 'must be an https or app-scheme URL without a fragment or credentials');
    return value;
  }

  postgresUrl(name: SettingName): string | undefined {
    const value = databaseUrlOf(this.#env);
    if (value === undefined) return undefined;
    if (value === '')
      return this.#wrong(
        'AUTHLY_DATABASE_URL_FILE',
        `names a file that cannot be read, or is empty: ${this.#env['AUTHLY_DATABASE_URL_FILE']}`,
      );
    if (!/^postgres(?:ql)?:\/\//.test(value)) this.#wrong(name, 'must begin with postgres://');
    const wanted = URL.parse(serversOf(value)[0]!)?.searchParams.get('target_session_attrs') ?? WRITABLE[0]!;
    if (!WRITABLE.includes(wanted))
      this.#wrong(name, `must name servers that take writes: target_session_attrs=${WRITABLE[0]}, or none`);
    return value;
  }

  httpsOrLoopback(name: SettingName): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    const url = URL.parse(value);
    const loopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback)))
      this.#wrong(name, 'must be HTTPS, or loopback');
    return value;
  }

  addresses(name: SettingName): string[] {
    const list = this.#list(name);
    if (!list.every(isAddressOrRange))
      this.#wrong(name, 'must be a comma-separated list of IP addresses or CIDR ranges');
    else if (list.some((entry) => entry.endsWith('/0')))
      this.#wrong(
        name,
        'must not name every address: then any client could say who it is. Name the proxies or their network',
      );
    return list;
  }

  masterKey(): MasterKey {
    const named = this.#value('AUTHLY_MASTER_KEY_FILE');
    const file = named ?? this.#sandboxKeyFile();
    const name = this.#env['AUTHLY_MASTER_KEY'] ? 'AUTHLY_MASTER_KEY' : 'AUTHLY_MASTER_KEY_FILE';
    const text = this.#env['AUTHLY_MASTER_KEY'] || (file && this.#readable(file));
    if (text === undefined && named !== undefined)
      this.#wrong('AUTHLY_MASTER_KEY_FILE', `names a file that cannot be read: ${named}`);
    else if (!text)
      this.#wrong(
        'AUTHLY_MASTER_KEY',
        'or AUTHLY_MASTER_KEY_FILE must be set (base64 of 32 random bytes: openssl rand -base64 32)',
      );
    const key = text ? parseMasterKey(text) : undefined;
    if (text && key === undefined) this.#wrong(name, 'must hold base64 of exactly 32 bytes (openssl rand -base64 32)');
    return key as MasterKey;
  }

  pkcs11(): Pkcs11Settings | undefined {
    const module = this.#value('AUTHLY_SIGNING_PKCS11_MODULE');
    const [token, slotText] = [this.#value('AUTHLY_SIGNING_PKCS11_TOKEN'), this.#value('AUTHLY_SIGNING_PKCS11_SLOT')];
    const pinFile = this.#value('AUTHLY_SIGNING_PKCS11_PIN_FILE');
    if (module === undefined) {
      if (token !== undefined || slotText !== undefined || pinFile !== undefined)
        this.#wrong('AUTHLY_SIGNING_PKCS11_MODULE', 'must be set where another AUTHLY_SIGNING_PKCS11_… is');
      return undefined;
    }
    if (!existsSync(module)) this.#wrong('AUTHLY_SIGNING_PKCS11_MODULE', `names a file that is not there: ${module}`);
    if ((token === undefined) === (slotText === undefined))
      this.#wrong('AUTHLY_SIGNING_PKCS11_TOKEN', 'or AUTHLY_SIGNING_PKCS11_SLOT must be set, and only one of them');
    const slot =
      slotText === undefined ? undefined : this.integer('AUTHLY_SIGNING_PKCS11_SLOT', 0, Number.MAX_SAFE_INTEGER);
    if (pinFile === undefined || this.#readable(pinFile) === undefined)
      this.#wrong(
        'AUTHLY_SIGNING_PKCS11_PIN_FILE',
        'must name a file that can be read, with the user PIN of the token',
      );
    const purposes = this.#signingPurposes();
    return { module, token, slot, pinFile: pinFile!, purposes };
  }

  #signingPurposes(): SigningPurpose[] {
    const name = 'AUTHLY_SIGNING_PKCS11_PURPOSES';
    const asked = this.text(name).split(',');
    if (!asked.every((each) => (SIGNING_PURPOSES as readonly string[]).includes(each)))
      this.#wrong(name, `must be one or more of: ${SIGNING_PURPOSES.join(', ')}`);
    return asked as SigningPurpose[];
  }

  /** The sandbox keeps its key beside its data; production must not find one there by chance. */
  #sandboxKeyFile(): string | undefined {
    return this.#env['AUTHLY_ENV'] === 'test' ? join(dataDirOf(this.#env), 'master.key') : undefined;
  }

  #readable(file: string): string | undefined {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  }

  tlsFiles(): TlsFiles | undefined {
    const certFile = this.#value('AUTHLY_TLS_CERT_FILE');
    const keyFile = this.#value('AUTHLY_TLS_KEY_FILE');
    if (certFile === undefined && keyFile === undefined) return undefined;
    if (certFile === undefined || keyFile === undefined)
      return this.#wrong('AUTHLY_TLS_CERT_FILE', 'and AUTHLY_TLS_KEY_FILE go together');
    for (const [name, file] of [
      ['AUTHLY_TLS_CERT_FILE', certFile],
      ['AUTHLY_TLS_KEY_FILE', keyFile],
    ] as const) {
      if (this.#readable(file) === undefined) this.#wrong(name, `names a file that cannot be read: ${file}`);
    }
    return { certFile, keyFile };
  }
}

/** As the framework reads them: no zone, digits without leading zeros. */
function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
