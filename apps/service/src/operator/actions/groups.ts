import type { Action } from './action.ts';

interface Group {
  /** The help. */
  readonly text: string;
  readonly load: () => Promise<readonly unknown[]>;
}

/** In the order of the help. A group is the first word of its actions, which are loaded for a command of the group only. */
export const GROUPS: Readonly<Record<string, Group>> = {
  merchant: {
    text: 'manage merchants and their Bio API settings',
    load: async () => (await import('./merchants.ts')).MERCHANTS,
  },
  client: {
    text: 'manage OAuth clients of merchants and their secrets',
    load: async () => (await import('./clients.ts')).CLIENTS,
  },
  webhook: {
    text: 'test webhooks and resend events (set one with "authly merchant set --webhook-url")',
    load: async () => (await import('./webhooks.ts')).WEBHOOKS,
  },
  keys: {
    text: 'list and rotate keys',
    load: async () => (await import('./keys.ts')).KEYS,
  },
  sessions: {
    text: 'look up sessions and their history',
    load: async () => (await import('./sessions.ts')).SESSIONS,
  },
  audit: {
    text: 'read and check the audit log of operator actions',
    load: async () => (await import('./audit.ts')).AUDIT,
  },
  console: {
    text: 'manage console access',
    load: async () => (await import('./console-access.ts')).CONSOLE_ACCESS,
  },
  sandbox: {
    text: 'control a sandbox (only a store of the environment test)',
    load: async () => (await import('./sandbox.ts')).SANDBOX,
  },
};

export const actionsOf = async (group: string): Promise<readonly Action[]> =>
  (await GROUPS[group]!.load()) as readonly Action[];
