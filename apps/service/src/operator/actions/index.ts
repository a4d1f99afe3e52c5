import { AUDIT } from './audit.ts';
import { CLIENTS } from './clients.ts';
import { CONSOLE_ACCESS } from './console-access.ts';
import { KEYS } from './keys.ts';
import { MERCHANTS } from './merchants.ts';
import { SANDBOX } from './sandbox.ts';
import { SESSIONS } from './sessions.ts';
import { WEBHOOKS } from './webhooks.ts';

/** EVERY OPERATOR ACTION, in the order of the help. */
export const ACTIONS = [
  ...MERCHANTS,
  ...CLIENTS,
  ...WEBHOOKS,
  ...KEYS,
  ...SESSIONS,
  ...AUDIT,
  ...CONSOLE_ACCESS,
  ...SANDBOX,
];
