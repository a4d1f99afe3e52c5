import { createApp } from '../api/app.ts';
import { startServers, type Servers } from '../api/servers.ts';
import { openBioApi } from '../bio-api/open-bio-api.ts';
import { CAPTURE_TYPES } from '../capture/biometric-types.ts';
import type { Capture, CaptureOptions } from '../capture/capture.ts';
import { captureErrors, openCapture } from '../capture/open-capture.ts';
import { startMatchers, type Matchers } from '../capture/start-matchers.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Certificate } from '../http/certificate.ts';
import { capacityOf } from '../http/limits/capacity.ts';
import { SessionHub } from '../lifecycle/session-hub.ts';
import { startSweeper } from '../lifecycle/sweeper.ts';
import { openConsole } from '../operator/console/open-console.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { openKeys, type ServiceKeys } from './service-keys.ts';
import type { ServiceOptions } from './service-options.ts';
import { sweptMetrics } from './service-observability.ts';
import { observeStore, type ObservedStore } from './service-store.ts';
import { openDeliveries } from '../webhooks/open-deliveries.ts';
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

/** Each step opens one part. The parts close in reverse order when the service ends or a later step fails. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  refuseSandboxParts(options);
  await using opened = new AsyncDisposableStack();
  const foundation = await openFoundation(options, opened);
  const matchers = startMatchers(options.biometricTypes ?? CAPTURE_TYPES, options.threads, foundation, opened);
  const serviceKeys = await openKeys(foundation, opened);
  const work = await startWork(foundation, serviceKeys, matchers, opened);
  const servers = await openServers(foundation, serviceKeys, matchers, work, options, opened);
  const { config, log, metrics, clock, certificate } = foundation;
  const { keys, token } = serviceKeys;
  const { store } = work;
  const operators = await openConsole({ config, clock, log, metrics, store, keys, token, certificate }, opened);
  const ports = { ...servers.ports, ...(operators && { console: operators.port }) };
  log.info({ environment: config.environment, store: store.kind, ...ports }, 'ready');
  opened.defer(() => log.info('draining'));
  return { ports, store, ...controls(opened.move(), servers, certificate) };
}

interface Work extends ObservedStore {
  readonly capture: Capture;
  readonly onCaptureError: CaptureOptions['onError'];
}

/** What happens to sessions: captures, webhooks, and the sweeper. */
async function startWork(
  { config, store: base, sandbox, clock, deadlineClock, watch, log, metrics, tracer, warn }: Foundation,
  { keys, signer }: ServiceKeys,
  { types, matcherOf }: Matchers,
  opened: AsyncDisposableStack,
): Promise<Work> {
  const { environment, masterKey: master, relyingParty, sessionRetentionDays } = config;
  const deliveries = openDeliveries(
    { environment, master, watch, store: base.webhooks, clock, deadlineClock, log, metrics, tracer },
    opened,
  );
  const observed = observeStore(base, { clock, watch, log, metrics, deliveries }, opened);
  const { store, bioNotes } = observed;
  const isDown = sandbox?.isTakenForDown(store.settings);
  const bio = openBioApi(
    { ...bioNotes, environment, keys: { signer }, isDown, clock, deadlineClock, log, metrics, tracer },
    opened,
  );
  const onError = captureErrors(log);
  const attemptsSecret = () => keys.lastingSecret('attempts:v1');
  const capture = openCapture({ clock, store, bio, types, keys, matcherOf, relyingParty, attemptsSecret, onError });
  const sweeping = { ...sweptMetrics(metrics), onError: warn('cleanup failed') };
  opened.defer(await startSweeper({ clock, watch, store, sessionRetentionDays, ...sweeping }));
  sandbox?.endDeadListeners(store, deadlineClock, warn('listener not ended'), opened);
  return { ...observed, capture, onCaptureError: onError };
}

async function openServers(
  { config, sandbox, clock, watch, certificate, log, metrics, tracer }: Foundation,
  { keys }: ServiceKeys,
  { types, warmed }: Matchers,
  { store, capture, onCaptureError: onError, onAnswer }: Work,
  { simulations, tryIt, plainPages, timeouts, maxLoopDelayMs }: ServiceOptions,
  opened: AsyncDisposableStack,
): Promise<Servers> {
  const capacity = capacityOf(config.maxConnections);
  const hub = new SessionHub({ sessions: store.sessions, clock });
  const steps = sandbox?.sandboxSteps({ clock, store, keys, capture, onError }, simulations, opened);
  const app = createApp({ config, metrics, capacity, clock, watch, store, keys, types, hub, capture, sandbox: steps });
  const addTryIt = tryIt && sandbox?.addTryIt(tryIt);
  const servers = await startServers({
    app,
    config,
    certificate,
    capacity,
    timeouts,
    maxLoopDelayMs,
    log,
    metrics,
    tracer,
    onAnswer,
    addTryIt,
    plainPages,
    warmed,
  });
  return opened.adopt(servers, (each) => each.close());
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

function refuseSandboxParts({ config: { environment }, tryIt, plainPages }: ServiceOptions): void {
  if (environment === 'test') return;
  if (tryIt) throw new ConfigError(['calls can be tried in a sandbox alone']);
  if (plainPages) throw new ConfigError(['pages over plain HTTP are for a sandbox alone']);
}
