import type { DestinationStream } from 'pino';
import { createApp } from '../api/app.ts';
import { startServers, type Servers } from '../api/servers.ts';
import { openBioApi } from '../bio-api/open-bio-api.ts';
import type { CaptureTypes } from '../capture/biometric-type.ts';
import { CAPTURE_TYPES } from '../capture/biometric-types.ts';
import { START_WITHIN_MS } from '../capture/capture.ts';
import { captureErrors, openCapture } from '../capture/open-capture.ts';
import type { EngineThreads } from '../capture/engine-threads.ts';
import { startMatchers } from '../capture/start-matchers.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { openCertificate, type Certificate } from '../http/certificate.ts';
import { capacityOf } from '../http/limits/capacity.ts';
import type { Timeouts } from '../http/limits/timeouts.ts';
import type { PlainPages } from '../http/redirect-server.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { openSigningToken } from '../keys/open-signing-token.ts';
import { attemptsKey } from '../keys/seal.ts';
import { refuseMovedClock } from '../lifecycle/clock-offset.ts';
import { retryWhileStoreIsDown } from '../lifecycle/retry-while-store-is-down.ts';
import { watchClock } from '../lifecycle/clock-watch.ts';
import { SessionHub } from '../lifecycle/session-hub.ts';
import { startSweeper } from '../lifecycle/sweeper.ts';
import { openConsole } from '../operator/console/open-console.ts';
import type { Simulations } from '../sandbox/simulations.ts';
import type { TryIt } from '../sandbox/try-it/sandbox-caller.ts';
import { startObservability, sweptMetrics } from './service-observability.ts';
import { observeStore, openTracedStore } from './service-store.ts';
import { openDeliveries } from '../webhooks/open-deliveries.ts';
import { VERSION } from '../runtime/version.ts';
import type { Store } from '../storage/port/store.ts';

export interface RunningService {
  readonly ports: Servers['ports'] & { readonly console?: number };
  readonly store: Store;
  /** `/readyz` returns 503 so that load balancers stop sending. Requests are still answered; resolves after this time. */
  reportNotReady(ms: number): Promise<void>;
  /** Stops accepting, finishes the requests in flight, then closes the store. */
  close(): Promise<void>;
  /** Reads the certificate files again. Invalid files change nothing. */
  reloadCertificate(): void;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock?: Clock;
  /** For the deadlines of calls to merchants and matchers, which run on real time in a sandbox too. */
  readonly deadlineClock?: Clock;
  readonly logTo?: DestinationStream;
  readonly timeouts?: Partial<Timeouts>;
  /** New calls are rejected while the event loop is late by more than this. */
  readonly maxLoopDelayMs?: number;
  /** Absent: the types of the contract. */
  readonly biometricTypes?: CaptureTypes;
  /** The simulated app's captures of further types. */
  readonly simulations?: Simulations;
  readonly tryIt?: TryIt;
  /** Pages that a phone opens before it trusts the sandbox's certificate. */
  readonly plainPages?: PlainPages;
  /** Engine threads that were started before. */
  readonly threads?: EngineThreads;
}

/** Each step opens one part. The parts close in reverse order when the service ends or a later step fails. */
export async function startService({ config, ...options }: ServiceOptions): Promise<RunningService> {
  refuseSandboxParts(config, options);
  const { biometricTypes: types = CAPTURE_TYPES, threads, simulations, tryIt, ...forServers } = options;
  await using opened = new AsyncDisposableStack();
  const { environment, masterKey: master, relyingParty, sessionRetentionDays, matcherUrl } = config;
  const { deadlineClock = systemClock } = options;
  const observability = await startObservability(config, { logTo: options.logTo, deadlineClock }, opened);
  const { log, metrics } = observability;
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const { matcherOf, warmed } = startMatchers(
    types,
    { ...observability, matcherUrl, clock: deadlineClock, threads },
    opened,
  );
  const base = await openTracedStore(config, observability, opened);
  const sandbox = await loadSandbox(config, base);
  const startClock = () => sandbox?.startVirtualClock(base.settings, warn('virtual clock not read'), opened);
  const clock = options.clock ?? (await startClock()) ?? systemClock;
  const certificate = openCertificate(config, { clock: deadlineClock, log, metrics }, opened);
  const onClockOffset = (ms: number): void => metrics.clockOffset.set(ms / 1000);
  const watched = { version: VERSION, certificateUntil: () => certificate.until, onClockOffset };
  const watch = await watchClock({ ...watched, store: base, clock, onError: warn('clock') }, opened);
  const onTrouble = (error: Error): void => log.error({ err: error }, 'signing token error');
  const token = await openSigningToken(config.pkcs11, { clock: deadlineClock, onTrouble });
  opened.defer(() => token?.close());
  const keys = new KeyRing({ source: base.keys, master, environment, clock, token });
  await keys.prepare();
  const calling = { ...observability, environment, clock, deadlineClock };
  const deliveries = openDeliveries({ ...calling, master, watch, store: base.webhooks }, opened);
  const { store, bioNotes } = observeStore(base, { clock, watch, log, metrics, deliveries }, opened);
  const isDown = sandbox?.isTakenForDown(store.settings);
  const patience = { clock, forMs: START_WITHIN_MS };
  const signer: KeyRing['signer'] = (purpose) =>
    retryWhileStoreIsDown(patience, async () => {
      watch.require();
      return keys.signer(purpose);
    });
  const bio = openBioApi({ ...calling, ...bioNotes, keys: { signer }, isDown }, opened);
  const onError = captureErrors(log);
  const capturing = { clock, store, bio, types, keys, matcherOf, relyingParty, onError };
  const capture = openCapture({ ...capturing, attemptsKey: attemptsKey(master) });
  const swept = { ...sweptMetrics(metrics), onError: warn('cleanup failed') };
  opened.defer(await startSweeper({ clock, watch, store, sessionRetentionDays, ...swept }));
  sandbox?.endDeadListeners(store, deadlineClock, warn('listener not ended'), opened);
  const capacity = capacityOf(config.maxConnections);
  const hub = new SessionHub({ sessions: store.sessions, clock });
  const steps = sandbox?.sandboxSteps({ clock, store, keys, capture, onError }, simulations, opened);
  const app = createApp({ config, metrics, capacity, clock, watch, store, keys, types, hub, capture, sandbox: steps });
  const addTryIt = tryIt && sandbox?.addTryIt(tryIt);
  const serving = { ...forServers, ...observability, config, app, certificate, capacity, addTryIt };
  const servers = await startServers({ ...serving, before: warmed });
  opened.adopt(servers, (each) => each.close());
  const operators = await openConsole({ config, clock, log, metrics, store, keys, token, certificate }, opened);
  const ports = { ...servers.ports, ...(operators && { console: operators.port }) };
  log.info({ environment, store: store.kind, ...ports }, 'ready');
  opened.defer(() => log.info('draining'));
  return { ports, store, ...controls(opened.move(), servers, certificate) };
}

type Controls = Pick<RunningService, 'reportNotReady' | 'close' | 'reloadCertificate'>;

function controls(running: AsyncDisposableStack, servers: Servers, certificate: Certificate): Controls {
  let closing: Promise<void> | undefined;
  return {
    reportNotReady: (ms) => servers.reportNotReady(ms),
    close: () => (closing ??= running.disposeAsync()),
    reloadCertificate: () => certificate.reload(),
  };
}

function refuseSandboxParts({ environment }: Config, { tryIt, plainPages }: Omit<ServiceOptions, 'config'>): void {
  if (environment === 'test') return;
  if (tryIt) throw new ConfigError(['calls can be tried in a sandbox alone']);
  if (plainPages) throw new ConfigError(['pages over plain HTTP are for a sandbox alone']);
}

async function loadSandbox({ environment }: Config, { settings }: Store) {
  if (environment === 'test') return import('../sandbox/sandbox.ts');
  await refuseMovedClock(settings);
  return undefined;
}
