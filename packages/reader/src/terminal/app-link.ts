import { LINK_TOKEN_FRAGMENT, PAGE_PATHS } from '@authly/contract/page-addresses';
import { UsageError } from './person.ts';

export interface AppLink {
  /** Where the service is. */
  readonly baseUrl: string;
  readonly linkToken: string;
}

/** The link of the QR code or of the button: `{base_url}/app/#link=…`. */
export function readAppLink(text: string, service?: string): AppLink {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const linkToken = new URLSearchParams(url?.hash.slice(1)).get(LINK_TOKEN_FRAGMENT);
  if (url?.protocol !== 'https:' || linkToken === null || linkToken === '')
    throw new UsageError('This is no app link. It begins with https:// and ends with #link=…; put it in quotes.');
  const ofApp = `${url.origin}${url.pathname}`;
  if (service !== undefined) return { baseUrl: readService(service), linkToken };
  if (!ofApp.endsWith(PAGE_PATHS.app))
    throw new UsageError('The link does not tell where the service is: add --service https://…');
  return { baseUrl: ofApp.slice(0, -PAGE_PATHS.app.length), linkToken };
}

function readService(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new UsageError('--service takes an https:// address.');
  return text.replace(/\/$/, '');
}
