import { SECRET_FIELDS } from '@authly/contract/secret-fields';
import type { DestinationStream } from 'pino';
import { AcceptanceNotes } from './bio-api/acceptance-notes.ts';
import { BioApi } from './bio-api/client.ts';
import { BioConnections } from './bio-api/connections.ts';
import { Capture } from './capture/capture.ts';
import type { CaptureTypes } from './capture/biometric-type.ts';
import { CAPTURE_TYPES } from './capture/biometric-types.ts';
import type { Matcher } from './capture/matcher.ts';
import { SandboxApp } from './capture/sandbox-app.ts';
import { systemClock, type Clock } from './clock.ts';
import { ConfigError, type Config } from './config.ts';
import type { App } from './http/app.ts';
import { payloadShapes } from './http/payload-shapes.ts';
import { listen, type Doors } from './http/listen.ts';
import type { Timeouts } from './http/server.ts';
import { SessionWatch } from './lifecycle/session-watch.ts';
import { createLog, type Logger } from './log.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { ClientDirectory } from './merchants/client-directory.ts';
import { KeyRing } from './keys/key-ring.ts';
import { Metrics } from './metrics.ts';
import { observeMoves } from './lifecycle/observe-moves.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import { startSweeper } from './lifecycle/sweeper.ts';
import { clockOffset, VirtualClock } from './lifecycle/virtual-clock.ts';
import { VERSION } from './version.ts';

export interface RunningService {
  readonly ports: Doors['ports'];
  readonly store: Store;
  /** Drains: stop accepting, finish what is in flight, then close the store. */
  close(): Promise<void>;
  /** Reads the certificate files again. */
  reloadCertificates(): void;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock?: Clock;
  readonly logTo?: DestinationStream;
  readonly timeouts?: Partial<Timeouts>;
  /** The supported biometric types: those of the contract unless told otherwise. */
  readonly biometricTypes?: CaptureTypes;
  /** Be ready for the first capture before it comes: for processes that are there to stay. */
  readonly warm?: boolean;
}

/** Wires everything; the only file that knows all rooms. */
export async function startService({
  config,
  clock: givenClock,
  logTo,
  timeouts,
  biometricTypes = CAPTURE_TYPES,
  warm = false,
}: ServiceOptions): Promise<RunningService> {
  const log = createLog({ level: config.logLevel, secretFields: SECRET_FIELDS, ...(logTo && { destination: logTo }) });
  const metrics = new Metrics({ version: VERSION, environment: config.environment });
  const opened = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    environment: config.environment,
    onError: (error) => log.warn({ err: error }, 'store'),
  });
  const store = observeMoves(opened, (move) => metrics.sessionMoved(move.event, move.next.status));
  try {
    const { clock, stop: stopClock } = givenClock
      ? { clock: givenClock, stop: () => {} }
      : await clockOf(config, store, log);
    const keys = new KeyRing({ source: store.keys, master: config.masterKey, environment: config.environment, clock });
    await keys.prepare();
    const outside = reachOutside({ config, clock, store, keys, log, metrics, biometricTypes });
    if (warm) await outside.warm();
    const closeRooms = async (): Promise<void> => {
      stopClock();
      await outside.close();
      await store.close();
    };
    return await run({
      app: wire({ config, clock, store, keys, outside, log, biometricTypes }),
      config,
      log,
      metrics,
      timeouts,
      closeRooms,
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The sandbox's clock can be moved forward; production runs on real time and refuses a store whose clock was moved. */
async function clockOf(config: Config, store: Store, log: Logger): Promise<{ clock: Clock; stop: () => void }> {
  if (config.environment === 'test') {
    const clock = await VirtualClock.start(store.settings, (error) => log.warn({ err: error }, 'clock'));
    return { clock, stop: () => clock.stop() };
  }
  if ((await clockOffset(store.settings)) !== 0)
    throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
  return { clock: systemClock, stop: () => {} };
}

interface Outside {
  readonly bio: BioApi;
  readonly matcherOf: (type: string) => Matcher;
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** What a capture needs beyond this process's main thread: merchants' Bio APIs and the matchers. */
function reachOutside({
  config,
  clock,
  store,
  keys,
  log,
  metrics,
  biometricTypes,
}: Omit<Rooms, 'outside'> & { readonly metrics: Metrics }): Outside {
  // The sandbox's demo shop lives on this machine; production never calls a private address.
  const connections = new BioConnections({ allowPrivateAddresses: config.environment === 'test' });
  const acceptances = new AcceptanceNotes({
    note: (acceptance) => store.keys.noteAcceptance(acceptance),
    clock,
    onError: (error) => log.warn({ err: error }, 'key acceptance'),
  });
  const bio = new BioApi({
    keys,
    connections,
    onCall(report) {
      metrics.bioCalled(report.call, report.failure ?? 'ok');
      acceptances.take(report);
    },
  });
  const settings = {
    providerUrl: config.providerUrl,
    onThreadError: (error: Error) => log.warn({ err: error }, 'comparison thread'),
  };
  const matchers = new Map(
    Object.entries(biometricTypes).map(([name, type]) => [name, type.createMatcher(settings)] as const),
  );
  return {
    bio,
    matcherOf: (type) => matchers.get(type)!,
    async warm() {
      await Promise.all([...matchers.values()].map((matcher) => matcher.warm()));
    },
    async close() {
      connections.close();
      await Promise.all([...matchers.values()].map((matcher) => matcher.close()));
    },
  };
}

interface Rooms {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly keys: KeyRing;
  readonly outside: Outside;
  readonly log: Logger;
  readonly biometricTypes: CaptureTypes;
}

function wire({ config, clock, store, keys, outside: { bio, matcherOf }, log, biometricTypes: types }: Rooms): App {
  const { environment, baseUrl, hostedUiUrl, appUrl } = config;
  const { sessions } = store;
  const onError = (error: unknown, sessionId: string): void =>
    log.error({ err: error, session_id: sessionId }, 'capture failed');
  const captureWith = (chosen: ConstructorParameters<typeof Capture>[0]['matcherOf']): Capture =>
    new Capture({ sessions, clock, bio, types, matcherOf: chosen, onError });
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
    payloadShapes: payloadShapes(types),
    capture: captureWith(matcherOf),
    sandboxApp:
      environment === 'test'
        ? new SandboxApp({
            sessions,
            clock,
            types,
            captureWith: (matcher) => captureWith(() => matcher),
            findMerchant: (id) => store.merchants.find(id),
            onError,
          })
        : undefined,
  };
}

interface Wired {
  readonly app: App;
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timeouts: Partial<Timeouts> | undefined;
  readonly closeRooms: () => Promise<void>;
}

async function run({ app, config, log, metrics, timeouts, closeRooms }: Wired): Promise<RunningService> {
  const { store, clock } = app;
  const doors = await listen({ app, config, log, metrics, timeouts });
  const stopSweeper = startSweeper({
    store,
    clock,
    retentionDays: config.sessionRetentionDays,
    onError: (error) => log.warn({ err: error }, 'sweep'),
  });
  log.info({ environment: config.environment, store: store.kind, ...doors.ports }, 'ready');
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    log.info('draining');
    await Promise.all([doors.drain(), stopSweeper()]);
    await doors.closeOps();
    await closeRooms();
    log.info('stopped');
    log.flush();
  }

  return {
    ports: doors.ports,
    store,
    reloadCertificates: () => doors.reloadCertificates(),
    close: () => (closing ??= close()),
  };
}
