import type { Action } from './action.ts';

/** The help of each group. A group is the first word of its actions. */
export const GROUPS = {
  merchant: 'manage merchants and their Bio API settings',
  client: 'manage OAuth clients of merchants and their secrets',
  webhook: 'test webhooks and resend events (set one with "authly merchant set --webhook-url")',
  keys: 'list and rotate keys',
  sessions: 'look up sessions and their history',
  audit: 'read and check the audit log of operator actions',
  console: 'manage console access',
  sandbox: 'control a sandbox (only a store of the environment test)',
};
export type GroupName = keyof typeof GROUPS;

/** Loaded for a command of the group only. */
const LOADERS: Readonly<Record<GroupName, () => Promise<unknown>>> = {
  merchant: () => import('./merchants.ts').then(({ MERCHANTS }) => MERCHANTS),
  client: () => import('./clients.ts').then(({ CLIENTS }) => CLIENTS),
  webhook: () => import('./webhooks.ts').then(({ WEBHOOKS }) => WEBHOOKS),
  keys: () => import('./keys.ts').then(({ KEYS }) => KEYS),
  sessions: () => import('./sessions.ts').then(({ SESSIONS }) => SESSIONS),
  audit: () => import('./audit.ts').then(({ AUDIT }) => AUDIT),
  console: () => import('./console-access.ts').then(({ CONSOLE_ACCESS }) => CONSOLE_ACCESS),
  sandbox: () => import('./sandbox.ts').then(({ SANDBOX }) => SANDBOX),
};

export const actionsOf = async (group: GroupName): Promise<readonly Action[]> =>
  (await LOADERS[group]()) as readonly Action[];
