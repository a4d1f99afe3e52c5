import type { KeyObject } from 'node:crypto';
import type { LinkVia } from '@authly/contract/wire/hosted/links';
import type { HostedLink } from '@authly/contract/operations/hosted-link';
import { LINK_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { LINK_TOKEN_ROTATION_MS } from '@authly/contract/wire/session-times';
import { isoTime } from '../session/iso-time.ts';
import type { Instant, Session } from '../session/session.ts';
import { JOIN_COOKIE, joinCookie } from '../tokens/join-cookie.ts';
import { linkExpiry, linkToken } from '../tokens/link-token.ts';
import { cookieValue } from '../http/cookie-value.ts';
import type { App } from './app.ts';
import type { ApiCall } from './call.ts';

/** A link for one app and the link that follows it. Callers check first whether the session can be claimed. */
export const appLink = async (app: App, session: Session, via: LinkVia): Promise<HostedLink> =>
  linkBy(await app.keys.hostedSecret(session.createdAt), app, session, via);

/** A button link comes with the cookie that a claim in this browser must carry. */
export async function joinCookieHeader(call: ApiCall, app: App, session: Session, vias: readonly LinkVia[]) {
  if (!vias.includes('button')) return {};
  const secret = await app.keys.hostedSecret(session.createdAt);
  return { 'Set-Cookie': joinCookie(secret, session.id, cookieValue(call.headers.cookie, JOIN_COOKIE)) };
}

export function linkBy(secret: KeyObject, app: App, { id }: Session, via: LinkVia): HostedLink {
  const linkFrom = (issuedAt: Instant, isNext: boolean): Pick<HostedLink, 'app_url' | 'expires_at'> => {
    const claim = { sessionId: id, via, issuedAt, isNext };
    return {
      app_url: `${app.appUrl}#${LINK_TOKEN_FRAGMENT}=${linkToken(secret, claim)}`,
      expires_at: isoTime(linkExpiry(claim)),
    };
  };
  const now = app.clock.now();
  return { ...linkFrom(now, false), now: isoTime(now), next: linkFrom(now + LINK_TOKEN_ROTATION_MS, true) };
}
