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

/** The help of each group. A group is the first word of its actions. */
export const GROUPS: Readonly<Record<string, string>> = {
  merchant: 'manage merchants and their Bio API settings',
  client: 'manage OAuth clients of merchants and their secrets',
  webhook: 'test webhooks and resend events (set one with "authly merchant set --webhook-url")',
  keys: 'list and rotate keys',
  sessions: 'look up sessions and their history',
  audit: 'read and check the audit log of operator actions',
  console: 'manage console access',
  sandbox: 'control a sandbox (only a store of the environment test)',
};
