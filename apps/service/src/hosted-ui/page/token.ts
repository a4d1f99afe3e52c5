const KEPT_AS = 'authly.hosted.token';

/** The hosted token as `popup_url` carries it: `#token=<hosted token>`. */
export const tokenInFragment = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || undefined;

interface Surroundings {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
}

/** Takes the token out of the address bar and keeps it for a reload; without one in the address, the kept one. */
export function takeToken({ location, history, storage }: Surroundings): string | undefined {
  const token = tokenInFragment(location.hash);
  if (token === undefined) return read(storage);
  history.replaceState(history.state, '', location.pathname + location.search);
  try {
    storage?.setItem(KEPT_AS, token);
  } catch {
    // A full or forbidden storage: this page works, a reload will not.
  }
  return token;
}

function read(storage: Surroundings['storage']): string | undefined {
  try {
    return storage?.getItem(KEPT_AS) ?? undefined;
  } catch {
    return undefined;
  }
}
