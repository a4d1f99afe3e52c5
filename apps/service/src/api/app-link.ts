import type { LinkVia } from '@authly/contract/wire/hosted/links';
import type { HostedLink } from '@authly/contract/operations/hosted-link';
import { LINK_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { LINK_TOKEN_ROTATION_MS } from '@authly/contract/wire/session-times';
import { isoTime } from '../session/iso-time.ts';
import type { Instant, Session } from '../session/session.ts';
import { linkExpiry, linkToken } from '../tokens/link-token.ts';
import type { App } from './app.ts';

/** A link for one app and the link that follows it. Callers check first whether the session can be claimed. */
export async function appLink(app: App, session: Session, via: LinkVia): Promise<HostedLink> {
  return linkBy(await app.keys.hostedSecret(session.createdAt), app, session, via);
}

export function linkBy(secret: Uint8Array, app: App, { id }: Session, via: LinkVia): HostedLink {
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
