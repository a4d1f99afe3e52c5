import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { takeToken, tokenInFragment, type AddressBar } from '@authly/ui/address-token.ts';
import type { PageStorage } from '@authly/ui/storage.ts';

const STORAGE_KEY = 'authly.hosted.token';

const OVER_KEY = 'authly.hosted.over';

export const keepToken = (storage: PageStorage, token: string): void => storage.set(STORAGE_KEY, token);

/** The session of this token is over: the next one needs no question. */
export const keepOver = (storage: PageStorage, token: string): void => storage.set(OVER_KEY, token);

/** The session of this tab. `other`: the one in the address, which waits until that of the tab is over. */
export function hostedToken({ storage, ...addressBar }: AddressBar & { readonly storage: PageStorage }): {
  readonly token: string | undefined;
  readonly other: string | undefined;
} {
  const given = takeToken(HOSTED_TOKEN_FRAGMENT, addressBar);
  const kept = storage.get(STORAGE_KEY);
  if (given === undefined || given === kept) return { token: kept, other: undefined };
  if (kept !== undefined && kept !== storage.get(OVER_KEY)) return { token: kept, other: given };
  keepToken(storage, given);
  return { token: given, other: undefined };
}

const REFERRER_KEY = 'authly.hosted.referrer';

/** The page that opened this one with a token. The app returns without one and does not count. */
export function firstReferrer({
  location,
  referrer,
  storage,
}: Pick<AddressBar, 'location'> & { readonly referrer: string; readonly storage: PageStorage }): string {
  if (tokenInFragment(HOSTED_TOKEN_FRAGMENT, location.hash) === undefined) return storage.get(REFERRER_KEY) ?? referrer;
  storage.set(REFERRER_KEY, referrer);
  return referrer;
}
