import { SECRET_FIELDS } from '@authly/contract/secret-fields';
import { isFinal } from '@authly/contract/states';
import type { DestinationStream } from 'pino';
import { openBioApi } from './bio-api/open-bio-api.ts';
import type { CaptureTypes } from './capture/biometric-type.ts';
import { CAPTURE_TYPES } from './capture/biometric-types.ts';
import { captureErrors, openCapture } from './capture/open-capture.ts';
import type { EngineThreads } from './capture/engine-threads.ts';
import { startMatchers } from './capture/start-matchers.ts';
import { systemClock, type Clock } from './config/clock.ts';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config/config.ts';
import { openConsole } from './operator/console/open-console.ts';
import { openCounts } from './operator/console/counts.ts';
import { countFromZero } from './count-from-zero.ts';
import { createApp } from './api/app.ts';
import { capacityOf } from './http/limits/capacity.ts';
import type { CutOff } from './http/limits/connections.ts';
import type { Timeouts } from './http/limits/timeouts.ts';
import { openCertificate } from './http/certificate.ts';
import type { OpsOptions } from './http/ops-server.ts';
import type { PlainPages } from './http/redirect-server.ts';
import { startServers, type Servers } from './api/servers.ts';
import type { Simulations } from './sandbox/simulations.ts';
import type { TryIt } from './sandbox/try-it/sandbox-caller.ts';
import { KeyRing } from './keys/key-ring.ts';
import { attemptsKey } from './keys/seal.ts';
import { openSigningToken } from './keys/open-signing-token.ts';
import { observeMoves } from './lifecycle/observe-moves.ts';
import { refuseMovedClock } from './lifecycle/clock-offset.ts';
import { SessionHub } from './lifecycle/session-hub.ts';
import { startSweeper } from './lifecycle/sweeper.ts';
import { tracedStore } from './observability/traced-store.ts';
import { calmLog } from './observability/calm-log.ts';
import { Metrics } from './observability/metrics.ts';
import { openLog } from './observability/log-destination.ts';
import { openStore } from './storage/open-store.ts';
import { StoreUnavailableError, type Store } from './storage/store.ts';
import { startTracer } from './observability/start-tracer.ts';
import { VERSION } from './config/version.ts';
import { openDeliveries } from './webhooks/open-deliveries.ts';

export interface RunningService {
  readonly ports: Servers['ports'] & { readonly console?: number };
  readonly store: Store;
  /** From now on `/readyz` is 503, so that balancers look away, while everything is served for as long as they may take to notice. */
  lookAway(ms: number): Promise<void>;
  /** Drains: stop accepting, finish what is in flight, then close the store. */
  close(): Promise<void>;
  /** Reads the certificate files again. Those that a start would refuse change nothing. */
  reloadCertificate(): void;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock?: Clock;
  /** What the deadlines of calls to merchants and matchers run on: real time, also where the clock was moved. */
  readonly deadlineClock?: Clock;
  readonly logTo?: DestinationStream;
  readonly timeouts?: Partial<Timeouts>;
  /** The supported biometric types: those of the contract unless told otherwise. */
  readonly biometricTypes?: CaptureTypes;
  /** Captures of the sandbox's simulated app, for further types. */
  readonly simulations?: Simulations;
  /** Lets the owner of this sandbox make calls from a page of the docs. */
  readonly tryIt?: TryIt;
  /** What a phone can open before it trusts this sandbox's certificate. */
  readonly plainPages?: PlainPages;
  /** The engine's, started ahead, so that the first capture finds them ready: for processes that are there to stay. */
  readonly threads?: EngineThreads;
  /** Operators ask another process, which asks this one. */
  readonly askedBy?: (ops: OpsOptions) => void;
}

/** Opens everything in the order of its dependencies. What was opened is closed in reverse: when the service ends, or when its start fails. */
export async function startService({ config, ...options }: ServiceOptions): Promise<RunningService> {
  if (config.environment !== 'test') refuseSandboxParts(options);
  const { environment, masterKey: master } = config;
  const { biometricTypes: types = CAPTURE_TYPES, deadlineClock = systemClock, threads } = options;
  await using opened = new AsyncDisposableStack();

  const metrics = new Metrics({ version: VERSION, environment });
  countFromZero(metrics);
  const written = openLog(
    {
      level: config.logLevel,
      secretFields: SECRET_FIELDS,
      logTo: options.logTo,
      onDropped: (lines) => metrics.droppedLines.inc({ reason: 'full' }, lines),
    },
    opened,
  );
  const isOutage = (error: unknown): error is Error => error instanceof StoreUnavailableError;
  const log = calmLog(written, { isOutage, clock: deadlineClock });
  const logged = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const tracer = await startTracer({ config, log, metrics }, opened);
  const { matcherUrl, dataDir, databaseUrl, databaseUrlFile, databaseListenUrl } = config;
  const { matcherOf, warmed } = startMatchers(types, { matcherUrl, deadlineClock, log, tracer, threads }, opened);
  const kept = await openStore({
    dataDir,
    databaseUrl,
    databaseUrlFile,
    databaseListenUrl,
    environment,
    onError: logged('database error'),
  });
  opened.defer(() => kept.close());
  const traced = tracer ? tracedStore(kept, tracer) : kept;
  const sandbox = environment === 'test' ? await import('./sandbox/sandbox.ts') : undefined;
  if (sandbox === undefined) await refuseMovedClock(traced.settings);
  const clock =
    options.clock ??
    (sandbox
      ? opened.use(await sandbox.startVirtualClock(traced.settings, logged('virtual clock not read')))
      : systemClock);

  const onTrouble = (error: Error): void => log.error({ err: error }, 'signing token error');
  const token = await openSigningToken(config.pkcs11, { clock: deadlineClock, onTrouble });
  opened.defer(() => token?.close());
  const keys = new KeyRing({ source: traced.keys, master, environment, clock, token });
  await keys.prepare();

  const counts = openCounts({ clock, store: traced, log, metrics }, opened);
  const shared = { config, clock, deadlineClock, log, metrics, tracer };
  const deliveries = openDeliveries({ ...shared, store: traced.webhooks }, opened);
  const store = observeMoves(
    traced,
    ({ event, next }) => {
      metrics.sessionMoves.inc({ event, to: next.status });
      counts.moved(next);
      if (isFinal(next.status)) deliveries.ended(next.merchantId);
    },
    (session) => counts.started(session),
  );
  const bio = openBioApi(
    {
      ...shared,
      keys,
      noteAcceptance: (acceptance) => store.keys.noteAcceptance(acceptance),
      noteAttempts: (sessionId, attempts) => store.bioAttempts.note(sessionId, attempts),
      isDown: sandbox?.isTakenForDown(store.settings),
      onAttempt: (merchantId, end, ms) => counts.bioAttempted(merchantId, end, ms),
    },
    opened,
  );
  const capturing = { clock, store, bio, types, keys, onError: captureErrors(log) };
  const capture = openCapture({ ...capturing, matcherOf, attemptsKey: attemptsKey(master) });
  opened.defer(
    startSweeper({ store, clock, retentionDays: config.sessionRetentionDays, onError: logged('cleanup failed') }),
  );

  const certificate = openCertificate({ config, clock: deadlineClock, log, metrics }, opened);
  const capacity = capacityOf(config.maxConnections);
  const hub = new SessionHub({ sessions: store.sessions, clock });
  const steps = sandbox?.sandboxSteps(capturing, options.simulations, opened);
  const app = createApp({ config, capacity, clock, store, keys, types, hub, capture, sandbox: steps });
  const { timeouts, tryIt, plainPages, askedBy } = options;
  const servers = await startServers({
    ...shared,
    app,
    certificate,
    capacity,
    timeouts,
    addTryIt: tryIt && sandbox?.addTryIt(tryIt),
    plainPages,
    askedBy,
    before: warmed,
  });
  opened.adopt(servers, (each) => each.close());
  const onCutOff = (why: CutOff): void => metrics.cutOff.inc({ why });
  const operators = await openConsole({ config, clock, store, hub, keys, log, token, certificate, onCutOff }, opened);
  const ports = { ...servers.ports, ...(operators && { console: operators.port }) };
  log.info({ environment, store: store.kind, ...ports }, askedBy === undefined ? 'ready' : 'worker ready');

  opened.defer(() => log.info('draining'));
  const running = opened.move();
  let closing: Promise<void> | undefined;
  return {
    ports,
    store,
    lookAway: (ms) => servers.lookAway(ms),
    close: () => (closing ??= running.disposeAsync()),
    reloadCertificate: () => certificate.reload(),
  };
}

function refuseSandboxParts({ tryIt, plainPages }: Pick<ServiceOptions, 'tryIt' | 'plainPages'>): void {
  if (tryIt) throw new ConfigError(['calls can be tried in a sandbox alone']);
  if (plainPages) throw new ConfigError(['pages over plain HTTP are for a sandbox alone']);
}
