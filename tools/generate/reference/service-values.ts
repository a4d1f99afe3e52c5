import { LINK_LIFETIME_MS } from '../../../apps/service/src/actions/console-access.ts';
import { CLOCK_TOLERANCE_MS } from '../../../apps/service/src/config/clock.ts';
import { IDLE_MS, LONGEST_MS } from '../../../apps/service/src/console/signed-in.ts';
import { SETTINGS } from '../../../apps/service/src/config/settings.ts';
import { PAIRING_LIFE_MS, WRONG_CODES_AT_MOST } from '../../../packages/reader/src/agent/pairings.ts';
import { VERSION } from '../../../apps/service/src/config/version.ts';
import { time } from './limits.ts';

/** Constants of the service and the reader that guides name. */
export const serviceValues: Readonly<Record<string, () => string>> = {
  version: () => VERSION,
  'clock.tolerance': () => time(CLOCK_TOLERANCE_MS / 1000),
  'console.link-life': () => time(LINK_LIFETIME_MS / 1000),
  'console.idle': () => time(IDLE_MS / 1000),
  'console.longest': () => time(LONGEST_MS / 1000),
  'reader.code-life': () => time(PAIRING_LIFE_MS / 1000),
  'reader.wrong-codes': () => String(WRONG_CODES_AT_MOST),
  'setting.shutdown-delay': () => time(Number(SETTINGS.AUTHLY_SHUTDOWN_DELAY_S.default)),
  'setting.connections': () => Number(SETTINGS.AUTHLY_MAX_CONNECTIONS.default).toLocaleString('en'),
};
