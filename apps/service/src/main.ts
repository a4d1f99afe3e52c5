import cluster from 'node:cluster';
import { isFinal } from '@authly/contract/states';
import { SECRET_FIELDS } from '@authly/contract/secret-fields';
import type { DestinationStream } from 'pino';
import { AttemptNotes } from './bio-api/attempt-notes.ts';
import { AcceptanceNotes } from './bio-api/acceptance-notes.ts';
import { BioApi } from './bio-api/client.ts';
import { BioConnections } from './bio-api/connections.ts';
import { CountedAttempts, NOT_COUNTED, type Attempts } from './capture/attempts.ts';
import type { CaptureTypes } from './capture/biometric-type.ts';
import { CAPTURE_TYPES } from './capture/biometric-types.ts';
import { Capture, type MatcherOf } from './capture/capture.ts';
import type { Matcher } from './capture/matcher.ts';
import { SandboxApp } from './capture/sandbox-app.ts';
import { systemClock, type Clock } from './clock.ts';
import { ConfigError, type Config } from './config.ts';
import { FigureCounts } from './console/figure-counts.ts';
import { startConsole, type RunningConsole } from './console/start.ts';
import type { App } from './http/app.ts';
import type { OpsOptions } from './http/ops-server.ts';
import { capacityOf, type Capacity } from './http/capacity.ts';
import { OpenWaits } from './http/open-waits.ts';
import { payloadShapes } from './http/payload-shapes.ts';
import type { PlainPages } from './http/plain-pages.ts';
import type { Timeouts } from './http/server.ts';
import { readTls, startServers, type Servers } from './http/servers.ts';
import type { TryIt } from './http/try-it/try-it.ts';
import { KeyRing } from './keys/key-ring.ts';
import { attemptsKey } from './keys/master-key.ts';
import { Pkcs11Token } from './keys/pkcs11/pkcs11-token.ts';
import type { SigningToken } from './keys/signing-token.ts';
import { bioApisDown } from './lifecycle/bio-api-switch.ts';
import { observeMoves } from './lifecycle/observe-moves.ts';
import { SessionWatch } from './lifecycle/session-watch.ts';
import { startSweeper } from './lifecycle/sweeper.ts';
import { tracedStore } from './lifecycle/traced-store.ts';
import { clockOffset, VirtualClock } from './lifecycle/virtual-clock.ts';
import { createLog, type Logger } from './log.ts';
import { LogWriter } from './log-writer.ts';
import { ClientDirectory } from './merchants/client-directory.ts';
import { tracedMatcher } from './capture/traced-matcher.ts';
import { Metrics } from './metrics.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import { LostSpans } from './tracing/lost-spans.ts';
import { openTracer } from './tracing/open-tracer.ts';
import type { Tracer } from './tracing/tracer.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { VERSION } from './version.ts';
import { Deliveries } from './webhooks/deliveries.ts';

export interface RunningService {
  readonly ports: Servers['ports'] & { readonly console?: number };
  readonly store: Store;
  /** From now on `/readyz` is 503, so that balancers look away, while everything is served for as long as they may take to notice. */
  lookAway(ms: number): Promise<void>;
  /** Drains: stop accepting, finish what is in flight, then close the store. */
  close(): Promise<void>;
  /** Reads the certificate files again. */
  reloadCertificates(): void;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock?: Clock;
  /** What load is measured by, and the deadlines of calls to merchants and matchers run on: real time, also where the clock was moved. */
  readonly deadlineClock?: Clock;
  readonly logTo?: DestinationStream;
  readonly timeouts?: Partial<Timeouts>;
  /** The supported biometric types: those of the contract unless told otherwise. */
  readonly biometricTypes?: CaptureTypes;
  /** Lets whoever started this sandbox make calls from a page of the docs. */
  readonly tryIt?: TryIt;
  /** What a phone can open before it trusts this sandbox's certificate. */
  readonly plainPages?: PlainPages;
  /** Be ready for the first capture before it comes: for processes that are there to stay. */
  readonly warm?: boolean;
  /** Operators ask another process, which asks this one. */
  readonly askedBy?: (ops: OpsOptions) => void;
}

/** Opens everything in the order of its dependencies. What was opened is closed in reverse: when the service ends, or when its start fails. */
export async function startService({ config, logTo, timeouts, ...options }: ServiceOptions): Promise<RunningService> {
  if (options.tryIt && config.environment !== 'test') throw new ConfigError(['calls can be tried in a sandbox alone']);
  if (options.plainPages && config.environment !== 'test')
    throw new ConfigError(['pages over plain HTTP are for a sandbox alone']);
  await using opened = new AsyncDisposableStack();
  const metrics = new Metrics({ version: VERSION, environment: config.environment });
  const log = openLog(config, metrics, opened, logTo);
  const tracer = await startTracer(config, log, metrics, opened);
  const bare = opened.adopt(await open({ config, log, metrics, tracer }), (each) => each.close());
  const clock = options.clock ?? (await startClock(config, bare, log, opened));
  const { deadlineClock = systemClock } = options;
  const token = openSigningToken(config, deadlineClock, log, opened);
  const { masterKey: master, environment } = config;
  const keys = new KeyRing({ source: bare.keys, master, environment, clock, token });
  await keys.prepare();
  const figures = openFigures({ clock, store: bare, log, metrics }, opened);
  const store = deliverEnds({ config, clock, deadlineClock, store: counted(bare, figures), log, metrics }, opened);
  const bio = openBioApi({ config, clock, deadlineClock, store, keys, log, metrics, tracer, figures }, opened);
  const types = options.biometricTypes ?? CAPTURE_TYPES;
  const matcherOf = await startMatchers(types, { config, deadlineClock, log, tracer }, opened, options.warm);
  opened.defer(
    startSweeper({
      store,
      clock,
      retentionDays: config.sessionRetentionDays,
      onError: (error) => log.warn({ err: error }, 'sweep'),
    }),
  );
  const capacity = capacityOf(config.maxConnections);
  const servers = await startServers({
    app: createApp({ config, capacity, clock, store, keys, bio, types, matcherOf, log }),
    config,
    capacity,
    log,
    metrics,
    deadlineClock,
    timeouts,
    tryIt: options.tryIt,
    plainPages: options.plainPages,
    askedBy: options.askedBy,
    tracer,
  });
  opened.adopt(servers, (each) => each.close());
  const operators = await openConsole({ config, clock, store, keys, log, token }, opened);
  const ports = { ...servers.ports, ...(operators && { console: operators.port }) };
  log.info(
    { environment: config.environment, store: store.kind, ...ports },
    options.askedBy === undefined ? 'ready' : 'worker ready',
  );
  return {
    ...runningService(servers, store, log, opened.move()),
    ports,
    reloadCertificates() {
      servers.reloadCertificates();
      if (config.tls) operators?.renewTls(readTls(config.tls));
    },
  };
}

function runningService(
  servers: Servers,
  store: Store,
  log: Logger,
  opened: AsyncDisposableStack,
): Omit<RunningService, 'ports' | 'reloadCertificates'> {
  let closing: Promise<void> | undefined;
  opened.defer(() => log.info('draining'));
  return {
    store,
    lookAway: (ms) => servers.lookAway(ms),
    close: () => (closing ??= opened.disposeAsync()),
  };
}

/** Closed last: everything may still have something to say. */
function openLog(
  config: Config,
  metrics: Metrics,
  opened: AsyncDisposableStack,
  destination: DestinationStream = new LogWriter({ isShared: cluster.isWorker }),
): Logger {
  const log = createLog({ level: config.logLevel, secretFields: SECRET_FIELDS, destination });
  const writer = destination instanceof LogWriter ? destination : undefined;
  if (writer) writer.onDropped = (lines, reason) => metrics.logLinesDropped(lines, reason);
  opened.defer(async () => {
    log.info('stopped');
    await writer?.end();
  });
  return log;
}

/** Undefined where nobody asked for traces: then nothing of it is loaded. */
async function startTracer(
  { tracing, environment }: Config,
  log: Logger,
  metrics: Metrics,
  opened: AsyncDisposableStack,
): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined;
  const lost = new LostSpans(log, metrics);
  const tracer = await openTracer({
    settings: tracing,
    version: VERSION,
    environment,
    onLost: (spans, reason) => lost.add(spans, reason),
  });
  return opened.adopt(tracer, (each) => each.close());
}

async function open({
  config,
  log,
  metrics,
  tracer,
}: Pick<Dependencies, 'config' | 'log'> & Traced & { readonly metrics: Metrics }): Promise<Store> {
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    environment: config.environment,
    onError: (error) => log.warn({ err: error }, 'store'),
  });
  const traced = tracer ? tracedStore(store, tracer) : store;
  return observeMoves(traced, (move) => metrics.sessionMoved(move.event, move.next.status));
}

/** The sandbox's clock can be moved forward; production runs on real time and refuses a store whose clock was moved. */
async function startClock(config: Config, store: Store, log: Logger, opened: AsyncDisposableStack): Promise<Clock> {
  if (config.environment === 'test') {
    const clock = await VirtualClock.start(store.settings, (error) => log.warn({ err: error }, 'clock'));
    return opened.adopt(clock, (each) => each.stop());
  }
  if ((await clockOffset(store.settings)) !== 0)
    throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
  return systemClock;
}

/** Undefined: signing keys are sealed in the store. */
function openSigningToken(
  config: Config,
  clock: Clock,
  log: Logger,
  opened: AsyncDisposableStack,
): SigningToken | undefined {
  if (config.pkcs11 === undefined) return undefined;
  const onTrouble = (error: Error): void => log.error({ err: error }, 'signing token');
  return opened.adopt(new Pkcs11Token(config.pkcs11, { clock, onTrouble }), (token) => token.close());
}

interface Traced {
  readonly tracer: Tracer | undefined;
}

interface Dependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly keys: KeyRing;
  readonly log: Logger;
}

/** What the console's charts count, in every process, whether or not it has a console. */
function openFigures(
  { clock, store, log, metrics }: Pick<Dependencies, 'clock' | 'store' | 'log'> & { readonly metrics: Metrics },
  opened: AsyncDisposableStack,
): FigureCounts {
  const onError = (error: unknown): void => log.warn({ err: error }, 'figures');
  const figures = new FigureCounts({ store: store.figures, clock, onError });
  metrics.onAnswer = (answer) => figures.answered(answer);
  return opened.adopt(figures, (each) => each.close());
}

const counted = (store: Store, figures: FigureCounts): Store =>
  observeMoves(
    store,
    ({ next }) => figures.moved(next),
    () => figures.started(),
  );

/** The operators' console, where there is one. */
async function openConsole(
  { config, token, ...parts }: Dependencies & { readonly token: SigningToken | undefined },
  opened: AsyncDisposableStack,
): Promise<RunningConsole | undefined> {
  if (config.console === undefined) return undefined;
  const { environment, masterKey } = config;
  const tls = config.tls && readTls(config.tls);
  const acting = { environment, masterKey: () => masterKey, signingToken: () => token };
  const options = { ...parts, ...acting, config: config.console, tls };
  return opened.adopt(await startConsole(options), (each) => each.close());
}

/** Merchants' Bio APIs. */
function openBioApi(
  {
    config,
    clock,
    deadlineClock,
    store,
    keys,
    log,
    metrics,
    tracer,
    figures,
  }: Dependencies &
    Traced & { readonly deadlineClock: Clock; readonly metrics: Metrics; readonly figures: FigureCounts },
  opened: AsyncDisposableStack,
): BioApi {
  // The sandbox's demo shop lives on this machine; production never calls a private address.
  const connections = new BioConnections({ allowPrivateAddresses: config.environment === 'test' });
  opened.defer(() => connections.close());
  const acceptances = new AcceptanceNotes({
    note: (acceptance) => store.keys.noteAcceptance(acceptance),
    clock,
    onError: (error) => log.warn({ err: error }, 'key acceptance'),
  });
  const notes = new AttemptNotes({ note: (id, attempts) => store.bioAttempts.note(id, attempts), clock, log });
  opened.defer(() => notes.settled());
  return new BioApi({
    keys,
    connections,
    deadlineClock,
    tracer,
    tellsTrace: config.tracing?.toMerchants ?? false,
    isDown:
      config.environment === 'test'
        ? async (id) => (await bioApisDown(store.settings).catch(() => [] as string[])).includes(id)
        : undefined,
    onCall(report) {
      metrics.bioCalled(report.call, report.failure ?? 'ok');
      for (const { failure, ms } of report.attempts) {
        metrics.bioAttempted(report.merchantId, failure ?? 'ok', ms / 1000);
        figures.bioAttempted(report.merchantId, failure ?? 'ok', ms);
      }
      acceptances.take(report);
      notes.take(report);
    },
  });
}

/** Tells merchants that sessions have ended. The store that is given back wakes it; what others end it finds by itself. */
function deliverEnds(
  {
    config,
    clock,
    deadlineClock,
    store,
    log,
    metrics,
  }: Omit<Dependencies, 'keys'> & { readonly deadlineClock: Clock; readonly metrics: Metrics },
  opened: AsyncDisposableStack,
): Store {
  const deliveries = new Deliveries({
    store: store.webhooks,
    clock,
    deadlineClock,
    log,
    environment: config.environment,
    master: config.masterKey,
    // Of its own: a merchant whose webhook is slow keeps the connections to its Bio API.
    connections: new BioConnections({ allowPrivateAddresses: config.environment === 'test' }),
    onAttempt: (merchantId, end, seconds) => metrics.webhookAttempted(merchantId, end, seconds),
    onDisabled: (merchantId) => metrics.webhookDisabled(merchantId),
  });
  opened.defer(() => deliveries.close());
  return observeMoves(store, ({ next }) => {
    if (isFinal(next.status)) deliveries.ended(next.merchantId);
  });
}

/** One for each biometric type. */
async function startMatchers(
  types: CaptureTypes,
  {
    config: { matcherUrl },
    deadlineClock,
    log,
    tracer,
  }: Pick<Dependencies, 'config' | 'log'> & Traced & { readonly deadlineClock: Clock },
  opened: AsyncDisposableStack,
  warm = false,
): Promise<(type: string) => Matcher> {
  const onThreadError = (error: Error): void => log.warn({ err: error }, 'matcher thread');
  const matchers = new Map(
    Object.entries(types).map(([name, type]) => [
      name,
      opened.adopt(type.createMatcher({ matcherUrl, clock: deadlineClock, onThreadError }), (each) => each.close()),
    ]),
  );
  if (warm) await Promise.all([...matchers.values()].map((matcher) => matcher.warm()));
  if (tracer) for (const [name, matcher] of matchers) matchers.set(name, tracedMatcher(matcher, tracer, name));
  return (type) => matchers.get(type)!;
}

/** What the endpoints use. */
function createApp(
  parts: Dependencies & {
    readonly capacity: Capacity;
    readonly bio: BioApi;
    readonly types: CaptureTypes;
    readonly matcherOf: (type: string) => Matcher;
  },
): App {
  const { config, capacity, clock, store, keys, bio, types, matcherOf, log } = parts;
  const { environment, baseUrl, hostedUiUrl, appUrl } = config;
  const { sessions } = store;
  const onError = (error: unknown, sessionId: string): void =>
    log.error({ err: error, session_id: sessionId }, 'capture failed');
  const captureWith = (chosen: MatcherOf, attempts: Attempts): Capture =>
    new Capture({ sessions, clock, bio, types, matcherOf: chosen, attempts, onError });
  const attempts = new CountedAttempts({ store: store.attempts, clock, key: attemptsKey(config.masterKey), onError });
  return {
    environment,
    baseUrl,
    hostedUiUrl,
    appUrl,
    clock,
    store,
    clients: new ClientDirectory({ source: store.merchants, clock }),
    tokens: new AccessTokens({ keys, clock, environment }),
    keys,
    watch: new SessionWatch({ sessions, clock }),
    waits: new OpenWaits(capacity),
    payloadShapes: payloadShapes(types),
    capture: captureWith(matcherOf, attempts),
    sandboxApp:
      environment === 'test'
        ? new SandboxApp({
            sessions,
            clock,
            types,
            matcherOf,
            captureWith: (matcher) => captureWith(() => matcher, NOT_COUNTED),
            findMerchant: (id) => store.merchants.find(id),
            onError,
          })
        : undefined,
  };
}
