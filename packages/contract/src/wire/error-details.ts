export interface Handling {
  readonly todo: string;
  readonly tell: string;
  readonly retry: string;
  readonly alert: string;
}

export interface ErrorDetails {
  readonly status: number;
  readonly message: string;
  readonly handling: Handling;
  readonly everywhere?: true;
}

export const handling = (todo: string, tell: string, retry: string, alert: string): Handling => ({
  todo,
  tell,
  retry,
  alert,
});

export const SORRY = '“Something went wrong. Please try again later or choose another way.”';
export const RETRY_NO = 'no. The same request fails again.';
export const RETRY_NEW_SESSION = 'yes, with a new session.';

export const MISTAKE = [SORRY, RETRY_NO, 'yes. It is a bug in your integration.'] as const;
/** For codes that only the hosted page or the app receives. A merchant may have its own app. */
export const notForBackends = (inOwnApp: string): [todo: string, tell: string] => [
  `Nothing in your backend. The hosted page and Authly’s app explain it themselves. In [your own app](../reference/page-api.md#write-an-app), ${inOwnApp}`,
  'Your backend never gets this code.',
];
