import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { takeToken, type AddressBar } from '@authly/ui/address-token.ts';
import type { PageStorage } from '@authly/ui/storage.ts';

const STORAGE_KEY = 'authly.hosted.token';

/** Takes the token out of the address bar and stores it for a reload; without one in the address, the stored one. */
export function hostedToken({
  storage,
  ...addressBar
}: AddressBar & { readonly storage: PageStorage }): string | undefined {
  const token = takeToken(HOSTED_TOKEN_FRAGMENT, addressBar);
  if (token === undefined) return storage.get(STORAGE_KEY);
  storage.set(STORAGE_KEY, token);
  return token;
}
