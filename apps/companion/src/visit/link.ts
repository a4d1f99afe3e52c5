/** The link token as the QR and the app link carry it: `#link=<link_token>`. */
export const linkInFragment = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get('link') || undefined;

interface Surroundings {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void };
}

/** Takes the link token out of the address bar: it must not end up in a bookmark, a shared address or the history. */
export function takeLink({ location, history }: Surroundings): string | undefined {
  const link = linkInFragment(location.hash);
  if (link !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return link;
}
