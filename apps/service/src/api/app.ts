import type { CaptureTypes } from '../capture/biometric-type.ts';
import type { Captures } from '../capture/open-capture.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { SessionWatch } from '../lifecycle/session-watch.ts';
import { ClientDirectory } from '../merchants/client-directory.ts';
import type { Store } from '../storage/store.ts';
import { AccessTokens } from '../tokens/access-token.ts';
import type { Capacity } from '../http/limits/capacity.ts';
import { OpenWaits } from '../http/limits/open-waits.ts';
import { payloadShapes, type PayloadShapes } from './payload-shapes.ts';

/** Everything that an endpoint may use. */
export interface App extends Pick<Config, 'environment' | 'baseUrl' | 'hostedUiUrl' | 'appUrl'>, Captures {
  readonly clock: Clock;
  readonly store: Store;
  readonly clients: ClientDirectory;
  readonly tokens: AccessTokens;
  readonly keys: KeyRing;
  readonly watch: SessionWatch;
  readonly waits: OpenWaits;
  /** By biometric type. */
  readonly payloadShapes: ReadonlyMap<string, PayloadShapes>;
}

interface CreateAppOptions extends Pick<App, 'clock' | 'store' | 'keys'> {
  readonly config: Config;
  readonly capacity: Capacity;
  readonly types: CaptureTypes;
  readonly captures: Captures;
}

export function createApp({ config, capacity, clock, store, keys, types, captures }: CreateAppOptions): App {
  const { environment, baseUrl, hostedUiUrl, appUrl } = config;
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
    watch: new SessionWatch({ sessions: store.sessions, clock }),
    waits: new OpenWaits(capacity),
    payloadShapes: payloadShapes(types),
    ...captures,
  };
}
