/** What a merchant does about a code, for the docs. */
export interface Handling {
  readonly todo: string;
  readonly tell: string;
  readonly retry: string;
  readonly alert: string;
}

/** One error code: what a caller is answered, and what the docs say about it. */
export interface ErrorDetails {
  readonly status: number;
  /** One public sentence. */
  readonly message: string;
  readonly handling: Handling;
  /** Every operation may answer with it. */
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

/** What to tell, whether to retry and whether to alert, where the caller's own code is wrong. */
export const MISTAKE = [SORRY, RETRY_NO, 'yes. It is a bug in your integration.'] as const;
/** What to do and what to tell, where only the hosted page or the app gets the code: a merchant may have its own app. */
export const notForBackends = (inOwnApp: string): [todo: string, tell: string] => [
  `Nothing in your backend. The hosted page and Authly’s app explain it themselves. In [your own app](../reference/page-api.md#write-an-app), ${inOwnApp}`,
  'Your backend never gets this code.',
];
