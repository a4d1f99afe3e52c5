import type { Capture } from '../capture/capture.ts';
import type { SandboxApp } from '../capture/sandbox-app.ts';
import type { Clock } from '../config/clock.ts';
import type { Environment } from '../config/environment.ts';
import type { AccessTokens } from '../tokens/access-token.ts';
import type { ClientDirectory } from '../merchants/client-directory.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Store } from '../storage/store.ts';
import type { SessionWatch } from '../lifecycle/session-watch.ts';
import type { OpenWaits } from './limits/open-waits.ts';
import type { PayloadShapes } from './payload-shapes.ts';

/** Everything an endpoint may use. Made once by main. */
export interface App {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly hostedUiUrl: string;
  /** Base of the link in the QR code. */
  readonly appUrl: string;
  readonly clock: Clock;
  readonly store: Store;
  readonly clients: ClientDirectory;
  readonly tokens: AccessTokens;
  readonly keys: KeyRing;
  readonly watch: SessionWatch;
  readonly waits: OpenWaits;
  /** By the name of each supported biometric type. */
  readonly payloadShapes: ReadonlyMap<string, PayloadShapes>;
  readonly capture: Capture;
  /** Present only in the environment `test`. */
  readonly sandboxApp: SandboxApp | undefined;
}
