import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { tokenInFragment } from '@authly/ui/address-token.ts';

/** The token of a code that leads to this very page. A code may say anything: nothing else of it is followed. */
export function ownLinkToken(text: string, here: Pick<Location, 'origin' | 'pathname'>): string | undefined {
  let link: URL;
  try {
    link = new URL(text);
  } catch {
    return undefined;
  }
  const isHere = link.origin === here.origin && folder(link.pathname) === folder(here.pathname);
  return isHere ? tokenInFragment(LINK_TOKEN_FRAGMENT, link.hash) : undefined;
}

const folder = (path: string): string => path.replace(/\/*$/, '/');
