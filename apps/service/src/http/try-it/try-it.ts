/** Lets the sandbox's owner make calls from a page. Whoever shows the key may; the credentials themselves never leave this process. */
export interface TryIt {
  /** Random, new at each start of the sandbox. */
  readonly key: string;
  readonly credentials: () => { readonly merchantId: string; readonly clientId: string; readonly clientSecret: string };
  /** The CA of the sandbox's own certificate. */
  readonly ca: string;
}
