import { systemClock, type Clock } from '../config/clock.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/environment.ts';
import type { Settings } from '../storage/store.ts';
import { clockOffset, VirtualClock } from './virtual-clock.ts';

/** The sandbox's clock can be moved forward; production runs on real time and refuses a store whose clock was moved. */
export async function startClock(
  environment: Environment,
  settings: Settings,
  onError: (error: unknown) => void,
  opened: AsyncDisposableStack,
): Promise<Clock> {
  if (environment === 'test') return opened.adopt(await VirtualClock.start(settings, onError), (clock) => clock.stop());
  if ((await clockOffset(settings)) !== 0)
    throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
  return systemClock;
}
