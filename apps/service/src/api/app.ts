import type { CreationBody } from '@authly/contract/operations/creation';
import type { Mode } from '@authly/contract/wire/states';
import type { CaptureTypes } from '../capture/biometric-type.ts';
import type { Capture } from '../capture/capture.ts';
import type { Clock, ClockWatch } from '../runtime/clock.ts';
import type { Config } from '../config/config.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { SessionHub } from '../lifecycle/session-hub.ts';
import { ClientDirectory } from '../merchants/client-directory.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { FreshReads } from '../merchants/fresh-reads.ts';
import type { Session } from '../session/session.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Store } from '../storage/port/store.ts';
import { AccessTokens } from '../tokens/access-token.ts';
import type { Capacity } from '../http/limits/capacity.ts';
import { ArrivingCallbacks } from './arriving-callbacks.ts';
import { OpenWaits } from './open-waits.ts';
import { payloadShapes, type PayloadShapes } from './payload-shapes.ts';

export interface App extends Pick<Config, 'environment' | 'baseUrl' | 'hostedUiUrl' | 'appUrl' | 'relyingParty'> {
  readonly clock: Clock;
  readonly watch: ClockWatch;
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** Pages and captures use these: each process reads a merchant at most once a second. */
  readonly merchants: FreshReads<Merchant>;
  readonly tokens: AccessTokens;
  readonly keys: KeyRing;
  readonly hub: SessionHub;
  readonly waits: OpenWaits;
  readonly callbacks: ArrivingCallbacks;
  /** The key is the biometric type. */
  readonly payloadShapes: ReadonlyMap<string, PayloadShapes>;
  readonly capture: Capture;
  readonly sandbox: SandboxSteps | undefined;
}

/** Present only in environment `test`. */
interface SandboxSteps {
  /** 400 for a `metadata.sandbox_outcome` that a session of this mode cannot have. */
  requireOutcome(metadata: CreationBody['metadata'], mode: Mode): void;
  play(session: Session): void;
}

interface CreateAppOptions extends Pick<App, 'clock' | 'watch' | 'store' | 'keys' | 'hub' | 'capture' | 'sandbox'> {
  readonly config: Pick<App, 'environment' | 'baseUrl' | 'hostedUiUrl' | 'appUrl' | 'relyingParty'>;
  readonly capacity: Capacity;
  readonly metrics: Metrics;
  readonly types: CaptureTypes;
}

export function createApp({ config, capacity, metrics, types, ...parts }: CreateAppOptions): App {
  const { environment, baseUrl, hostedUiUrl, appUrl, relyingParty } = config;
  const { clock, store, keys } = parts;
  const waits = new OpenWaits(capacity.waits, metrics.refusals('waits', capacity.waits));
  metrics.capacity('long_polls', () => ({ used: waits.polls, limit: capacity.waits.polls }));
  metrics.capacity('event_streams', () => ({
    used: waits.total - waits.polls,
    limit: capacity.waits.all - waits.polls,
  }));
  return {
    ...parts,
    environment,
    baseUrl,
    hostedUiUrl,
    appUrl,
    relyingParty,
    clients: new ClientDirectory({ source: store.merchants, clock }),
    merchants: new FreshReads({ read: (id) => store.merchants.find(id), clock, freshMs: 1000 }),
    tokens: new AccessTokens({ keys, clock, environment }),
    waits,
    callbacks: new ArrivingCallbacks(),
    payloadShapes: payloadShapes(types),
  };
}
