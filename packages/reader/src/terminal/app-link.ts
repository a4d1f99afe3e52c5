import { LINK_TOKEN_FRAGMENT, PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { UsageError } from './person.ts';

export interface AppLink {
  readonly baseUrl: string;
  readonly linkToken: string;
}

/** Anybody can write a link, so only listed services are called. A link to another host uses the only listed service. */
export function readAppLink(text: string, services: readonly string[]): AppLink {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const linkToken = new URLSearchParams(url?.hash.slice(1)).get(LINK_TOKEN_FRAGMENT);
  if (url?.protocol !== 'https:' || linkToken === null || linkToken === '')
    throw new UsageError('This is no app link. It begins with https:// and ends with #link=…; put it in quotes.');
  const allowed = services.map(readService);
  if (allowed.length === 0)
    throw new UsageError('Which service may get the finger? Add --service https://… or set AUTHLY_READER_SERVICES.');
  const ofApp = `${url.origin}${url.pathname}`;
  const named = ofApp.endsWith(PAGE_PATHS.app) ? ofApp.slice(0, -PAGE_PATHS.app.length) : undefined;
  const baseUrl = named === undefined && allowed.length === 1 ? allowed[0] : named;
  if (baseUrl === undefined || !allowed.includes(baseUrl))
    throw new UsageError(`The link leads to ${url.host}, which is not one of: ${allowed.join(', ')}. Do not use it.`);
  return { baseUrl, linkToken };
}

function readService(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username + url.password + url.search + url.hash === '';
  if (url?.protocol !== 'https:' || !isPlain)
    throw new UsageError(`Not the address of a service, such as https://authly.example: ${text}`);
  return `${url.origin}${url.pathname}`.replace(/\/$/, '');
}
