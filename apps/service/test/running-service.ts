import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES, type Scope } from '@authly/contract/wire/scopes';
import { Agent, request as send } from 'undici';
import type { CaptureTypes } from '../src/capture/biometric-type.ts';
import type { Config } from '../src/config/config.ts';
import type { Environment } from '../src/runtime/environment.ts';
import type { PlainPages } from '../src/http/redirect-server.ts';
import type { Timeouts } from '../src/http/limits/timeouts.ts';
import type { Simulations } from '../src/sandbox/simulations.ts';
import type { TryIt } from '../src/sandbox/try-it/sandbox-caller.ts';
import { startService, type RunningService } from '../src/start/main.ts';
import { hashSecret, newClientSecret } from '../src/merchants/client-secret.ts';
import { parseMasterKey } from '../src/config/master-key.ts';
import { newMerchant, type Merchant } from '../src/merchants/merchant.ts';
import { newWebhookSecret } from '../src/webhooks/secret.ts';
import { loopbackCertificates } from './loopback-certificates.ts';
import { TestClock } from './test-clock.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** Parsed on access. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies whose shape is what they assert
  readonly json: any;
}

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array | NodeJS.ReadableStream;
}

export interface TestClient {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TestServiceOptions {
  readonly databaseUrl?: string | undefined;
  readonly environment?: Environment;
  readonly clock?: TestClock;
  readonly timeouts?: Partial<Timeouts>;
  readonly biometricTypes?: CaptureTypes;
  readonly simulations?: Simulations;
  readonly config?: Partial<Config>;
  /** As in the sandbox, with this service's CA. */
  readonly tryIt?: Omit<TryIt, 'ca'>;
  readonly plainPages?: PlainPages;
  /** A data folder that outlives this service. */
  readonly folder?: string;
  readonly logTo?: { write(line: string): void };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** The form of a token request. */
export const credentials = ({ clientId, clientSecret }: Pick<TestClient, 'clientId' | 'clientSecret'>) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
});

/** A fault of the service explains a test that fails. */
const FAULTS = {
  write: (line: string): void => {
    if (line.includes('"msg":"request failed"')) console.error(line);
  },
};

/** A complete service on loopback with TLS and a clock that a test moves. */
export class TestService {
  readonly clock: TestClock;
  /** Timeouts of calls and comparisons. They do not expire on a slow machine, unless a test says so. */
  readonly deadlineClock: TestClock;
  readonly service: RunningService;
  readonly folder: string;
  readonly config: Config;
  readonly ca: string;
  readonly #agent: Agent;
  readonly #ownFolder: boolean;
  readonly #idleTimers: number;

  private constructor(
    service: RunningService,
    parts: Pick<TestService, 'clock' | 'deadlineClock' | 'folder' | 'config' | 'ca'>,
    ownFolder: boolean,
  ) {
    this.service = service;
    this.clock = parts.clock;
    this.deadlineClock = parts.deadlineClock;
    this.config = parts.config;
    this.folder = parts.folder;
    this.ca = parts.ca;
    this.#ownFolder = ownFolder;
    this.#idleTimers = parts.clock.waiting;
    this.#agent = new Agent({ connect: { timeout: 60_000, ca: parts.ca }, keepAliveTimeout: 1000 });
  }

  static async start(options: TestServiceOptions = {}): Promise<TestService> {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'authly-test-'));
    const clock = options.clock ?? new TestClock();
    const deadlineClock = new TestClock();
    const { caFile, certFile, keyFile } = await loopbackCertificates(folder);
    const ca = readFileSync(caFile, 'utf8');
    const config: Config = {
      environment: options.environment ?? 'test',
      dataDir: folder,
      databaseUrl: options.databaseUrl,
      databaseUrlFile: undefined,
      databaseListenUrl: undefined,
      host: '127.0.0.1',
      port: 0,
      httpPort: 0,
      opsPort: 0,
      opsHost: '127.0.0.1',
      opsNames: ['authly-ops.internal'],
      console: undefined,
      baseUrl: 'https://authly.test',
      hostedUiUrl: 'https://authly.test/hosted',
      appUrl: 'https://authly.test/app/',
      relyingParty: { id: 'authly.test', origins: ['https://authly.test'] },
      masterKey: TestService.masterKey(folder),
      pkcs11: undefined,
      tls: { certFile, keyFile },
      trustedProxies: [],
      matcherUrl: undefined,
      matcherToken: undefined,
      securityContact: undefined,
      engineThreads: 2,
      maxConnections: 10_000,
      logLevel: options.logTo ? 'debug' : 'error',
      sessionRetentionDays: 30,
      shutdownDelayMs: 0,
      tracing: undefined,
      ...options.config,
    };
    const service = await startService({
      config,
      clock,
      deadlineClock,
      // The tests of the same process make its event loop late.
      maxLoopDelayMs: Infinity,
      ...(options.timeouts && { timeouts: options.timeouts }),
      ...(options.biometricTypes && { biometricTypes: options.biometricTypes }),
      ...(options.simulations && { simulations: options.simulations }),
      logTo: options.logTo ?? FAULTS,
      ...(options.plainPages && { plainPages: options.plainPages }),
      ...(options.tryIt && { tryIt: { ...options.tryIt, ca } }),
    });
    return new TestService(service, { clock, deadlineClock, folder, config, ca }, options.folder === undefined);
  }

  /** One master key per folder, so that a restarted service can open its data. */
  static readonly #masterKeys = new Map<string, string>();
  static masterKey(folder: string): Config['masterKey'] {
    const text = TestService.#masterKeys.get(folder) ?? randomBytes(32).toString('base64');
    TestService.#masterKeys.set(folder, text);
    return parseMasterKey(text)!;
  }

  /** The number of waiting timers, at least those of an idle service: its sweeper has one fewer while it runs. */
  get waiting(): number {
    return Math.max(this.clock.waiting, this.#idleTimers);
  }

  /** The number of long polls or event streams that wait. */
  async open(kind: 'long_polls' | 'event_streams'): Promise<number> {
    const { text } = await this.ops('/metrics');
    return Number(new RegExp(`^authly_capacity_used\\{resource="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  }

  /** The number of requests in progress. */
  async inFlight(): Promise<number> {
    return Number(/^authly_http_requests_in_flight (\d+)$/m.exec((await this.ops('/metrics')).text)?.[1]);
  }

  get origin(): string {
    return `${this.config.tls ? 'https' : 'http'}://127.0.0.1:${this.service.ports.api}`;
  }

  /** A response of the operations port. */
  ops(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.#send(`http://127.0.0.1:${this.service.ports.ops}${path}`, { headers });
  }

  /** A response of the redirect port, without following it. */
  plain(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.#send(`http://127.0.0.1:${this.service.ports.redirect}${path}`, request);
  }

  request(path: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.#send(this.origin + path, request);
  }

  async #send(url: string, { method = 'GET', headers, body }: TestRequest): Promise<TestAnswer> {
    const answer = await send(url, {
      dispatcher: this.#agent,
      method: method as 'GET',
      // Without TLS the test is in the proxy's place.
      headers: { ...(!this.config.tls && { 'x-forwarded-proto': 'https' }), ...headers },
      ...(body !== undefined && { body: body as string }),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      get json() {
        return JSON.parse(text) as unknown;
      },
    };
  }

  /** A merchant with one client and default settings. */
  async addMerchant(settings: Partial<Merchant> & { scopes?: readonly Scope[] } = {}): Promise<TestClient> {
    const { scopes = SCOPES, ...merchant } = settings;
    const merchantId = merchant.id ?? `m_${randomBytes(6).toString('hex')}`;
    const createdAt = this.clock.now();
    const usual = { name: 'A shop', bioBaseUrl: 'https://shop.test/bio' };
    await this.service.store.merchants.add(newMerchant({ ...usual, ...merchant, id: merchantId, createdAt }));
    return this.addClient(merchantId, scopes);
  }

  async addClient(merchantId: string, scopes: readonly Scope[] = SCOPES): Promise<TestClient> {
    const clientId = `c_${randomBytes(6).toString('hex')}`;
    const clientSecret = newClientSecret(this.config.environment);
    const createdAt = this.clock.now();
    await this.service.store.merchants.addClient({
      id: clientId,
      merchantId,
      scopes,
      secrets: [{ hash: hashSecret(clientSecret), createdAt }],
      revokedAt: null,
      createdAt,
    });
    return { merchantId, clientId, clientSecret };
  }

  /** A webhook of this merchant at a server. */
  async addWebhook(merchantId: string, { url, ca: caPem }: { url: string; ca: string }): Promise<void> {
    const { environment, masterKey: master } = this.config;
    const createdAt = this.clock.now();
    const { secret } = newWebhookSecret({ environment, master, merchantId }, createdAt);
    await this.service.store.webhooks.add({ merchantId, url, caPem, secrets: [secret], createdAt });
  }

  requestToken(client: Pick<TestClient, 'clientId' | 'clientSecret'>, scope?: string): Promise<TestAnswer> {
    return this.postForm('/oauth/token', { ...credentials(client), ...(scope !== undefined && { scope }) });
  }

  postForm(
    path: string,
    fields: string | Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    return this.request(path, { method: 'POST', headers: { ...FORM, ...headers }, body });
  }

  async token(client: TestClient, scope?: string): Promise<string> {
    return (await this.requestToken(client, scope)).json.access_token as string;
  }

  /** A POST of JSON with a bearer token. */
  post(
    path: string,
    token: string | undefined,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    return this.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  get(path: string, token?: string): Promise<TestAnswer> {
    return this.request(path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  }

  readonly #sides: { close(): Promise<void> }[] = [];
  /** Is closed with this service. */
  closes(side: { close(): Promise<void> }): void {
    this.#sides.push(side);
  }

  #stopped = false;
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.#agent.close();
    await Promise.all(this.#sides.map((side) => side.close()));
    await this.service.close();
    if (this.#ownFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}
