/** Method and path of the hosted page's calls. Apart from the other columns of operations.ts, so that the page brings along only what it uses. */
// biome-ignore format: one row a line
export const HOSTED_CALLS = {
  hostedOpened: { method: 'POST', path: '/hosted/v1/opened' },
  hostedSession: { method: 'GET', path: '/hosted/v1/session' },
  hostedEvents: { method: 'GET', path: '/hosted/v1/events' },
  hostedLink: { method: 'GET', path: '/hosted/v1/link' },
  hostedConfirm: { method: 'POST', path: '/hosted/v1/confirm' },
  hostedCancel: { method: 'POST', path: '/hosted/v1/cancel' },
} as const;

export type HostedCall = keyof typeof HOSTED_CALLS;
