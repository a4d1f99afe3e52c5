import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { takeToken, type AddressBar } from '@authly/ui/address-token.ts';

const STORAGE_KEY = 'authly.hosted.token';

interface Tab extends AddressBar {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
}

/** Takes the token out of the address bar and stores it for a reload; without one in the address, the stored one. */
export function hostedToken({ storage, ...addressBar }: Tab): string | undefined {
  const token = takeToken(HOSTED_TOKEN_FRAGMENT, addressBar);
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
