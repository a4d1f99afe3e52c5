import type { LinkVia } from '@authly/contract/hosted/links';
import type { HostedLink } from '@authly/contract/hosted/session';
import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { isoTime } from '../session/merchant-view.ts';
import type { Session } from '../session/session.ts';
import { linkExpiry, linkToken } from '../tokens/link-token.ts';
import type { App } from './app.ts';

/** A link that lets one app join a session. Whether there may be one is asked before. */
export async function appLink(app: App, { id, createdAt }: Session, via: LinkVia): Promise<HostedLink> {
  const now = app.clock.now();
  const claim = { sessionId: id, via, issuedAt: now };
  return {
    app_url: `${app.appUrl}#${LINK_TOKEN_FRAGMENT}=${linkToken(await app.keys.hostedSecret(createdAt), claim)}`,
    expires_at: isoTime(linkExpiry(claim)),
    now: isoTime(now),
  };
}
