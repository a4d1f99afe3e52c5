export interface AddressBar {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
}

export const tokenInFragment = (name: string, hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get(name) || undefined;

/** The token must not end up in a bookmark, a shared address or the history. */
export function takeToken(name: string, { location, history }: AddressBar): string | undefined {
  const token = tokenInFragment(name, location.hash);
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
