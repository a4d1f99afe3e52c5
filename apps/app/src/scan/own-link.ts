import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { tokenInFragment } from '@authly/ui/address-token.ts';

/** The token of a code that points to this very page. Any other code is ignored. */
export function ownLinkToken(text: string, here: Pick<Location, 'origin' | 'pathname'>): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const link = new URL(text);
  const isHere = link.origin === here.origin && folder(link.pathname) === folder(here.pathname);
  return isHere ? tokenInFragment(LINK_TOKEN_FRAGMENT, link.hash) : undefined;
}

const folder = (path: string): string => path.replace(/\/*$/, '/');
