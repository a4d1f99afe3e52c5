import { LANGUAGE_FRAGMENT, LINK_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { tokenInFragment } from '@authly/ui/address-token.ts';
import { parseUrl } from '@authly/ui/parse-url.ts';

/** The fragment of a code that points to this page. Other codes are ignored. */
export function ownLinkFragment(text: string, here: Pick<Location, 'origin' | 'pathname'>): string | undefined {
  const link = parseUrl(text);
  if (link === undefined) return undefined;
  const isHere = link.origin === here.origin && folder(link.pathname) === folder(here.pathname);
  const token = isHere ? tokenInFragment(LINK_TOKEN_FRAGMENT, link.hash) : undefined;
  if (token === undefined) return undefined;
  const language = tokenInFragment(LANGUAGE_FRAGMENT, link.hash);
  return new URLSearchParams({
    [LINK_TOKEN_FRAGMENT]: token,
    ...(language && { [LANGUAGE_FRAGMENT]: language }),
  }).toString();
}

const folder = (path: string): string => path.replace(/\/*$/, '/');
