/** Every group of operator actions, in the order of the help. A group is the first word of its actions. Its rows are loaded where they are needed. */
export const GROUPS = {
  merchant: {
    help: 'manage merchants and their Bio API settings',
    load: async () => (await import('./merchants.ts')).MERCHANTS,
  },
  client: {
    help: 'manage OAuth clients of merchants and their secrets',
    load: async () => (await import('./clients.ts')).CLIENTS,
  },
  webhook: {
    help: 'test webhooks and resend events (set one with "authly merchant set --webhook-url")',
    load: async () => (await import('./webhooks.ts')).WEBHOOKS,
  },
  cell: { help: 'move merchants between cells', load: async () => (await import('./cell.ts')).CELL },
  keys: { help: 'list and rotate keys', load: async () => (await import('./keys.ts')).KEYS },
  sessions: {
    help: 'look up sessions and their history',
    load: async () => (await import('./sessions.ts')).SESSIONS,
  },
  audit: {
    help: 'read and check the audit log of operator actions',
    load: async () => (await import('./audit.ts')).AUDIT,
  },
  console: {
    help: 'manage console access',
    load: async () => (await import('./console-access.ts')).CONSOLE_ACCESS,
  },
  sandbox: {
    help: 'control a sandbox (only a store of the environment test)',
    load: async () => (await import('./sandbox.ts')).SANDBOX,
  },
};
