import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { takeToken, tokenInFragment, type AddressBar } from '@authly/ui/address-token.ts';
import type { PageStorage } from '@authly/ui/storage.ts';

const STORAGE_KEY = 'authly.hosted.token';

export function hostedToken({
  storage,
  ...addressBar
}: AddressBar & { readonly storage: PageStorage }): string | undefined {
  const token = takeToken(HOSTED_TOKEN_FRAGMENT, addressBar);
  if (token === undefined) return storage.get(STORAGE_KEY);
  storage.set(STORAGE_KEY, token);
  return token;
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
