import { takeToken, type AddressBar } from '@authly/page-kit/address-token.ts';

/** The hosted token as `popup_url` carries it: `#token=<hosted token>`. */
export const NAME_IN_FRAGMENT = 'token';
const STORAGE_KEY = 'authly.hosted.token';

interface Tab extends AddressBar {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
}

/** Takes the token out of the address bar and stores it for a reload; without one in the address, the stored one. */
export function hostedToken({ storage, ...addressBar }: Tab): string | undefined {
  const token = takeToken(NAME_IN_FRAGMENT, addressBar);
  if (token === undefined) return read(storage);
  try {
    storage?.setItem(STORAGE_KEY, token);
  } catch {
    // A full or forbidden storage: this page works, a reload will not.
  }
  return token;
}

function read(storage: Tab['storage']): string | undefined {
  try {
    return storage?.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
