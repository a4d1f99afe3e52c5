import { randomInt, type KeyObject } from 'node:crypto';
import { ClaimRequest, type ClaimResponse } from '@authly/contract/operations/claim-session';
import { LIMITS } from '@authly/contract/wire/limits';
import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import { appToken, hashAppToken, isAppToken } from '../../tokens/app-token.ts';
import { isLinkToken, linkExpiry, readLinkToken, type LinkClaim } from '../../tokens/link-token.ts';
import { deviceAccount } from '../../tokens/device-account.ts';
import { isJoinCookie, JOIN_COOKIE } from '../../tokens/join-cookie.ts';
import { isoTime } from '../../session/iso-time.ts';
import { sessionIdTime } from '../../session/session-id.ts';
import type { Session } from '../../session/session.ts';
import { advanceSession, readSession } from '../../lifecycle/advance-session.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import { merchantFields, sessionMerchant } from '../hosted-view.ts';
import type { Handle } from '../call.ts';
import { cookieValue } from '../../http/cookie-value.ts';
import { jsonBody } from '../steps/json-body.ts';
import { shape } from '../../http/shape.ts';

const asClaimRequest = shape(ClaimRequest);

/** The first app wins. The same app may repeat the call within 30 s, so that a lost response does not block it. */
export const claimSession: Handle = async (call, app) => {
  const { link_token: link, app_nonce: nonce } = await jsonBody(call, asClaimRequest);
  const { claim, session, secret } = await provedLink(app, link);
  call.who.merchantId = session.merchantId;
  call.who.sessionId = session.id;
  const token = appToken(secret, link, nonce);
  const cookie = cookieValue(call.headers.cookie, JOIN_COOKIE);
  const isSameBrowser = claim.via === 'button' && isJoinCookie(secret, session.id, cookie);
  const joined = repeated(app, session, token)
    ? session
    : await join(app, session, { via: claim.via, token, isSameBrowser });
  return { status: 200, body: await view(app, joined, token) };
};

/** 404 `link_not_found`: unknown, forged, older than 30 s, or the session ended before an app joined. */
async function provedLink(app: App, link: string): Promise<{ claim: LinkClaim; session: Session; secret: KeyObject }> {
  const claim = readLinkToken(link);
  if (claim === undefined) throw new ApiError('link_not_found');
  const secret = await app.keys.hostedSecret(sessionIdTime(claim.sessionId));
  if (!isLinkToken(secret, link)) throw new ApiError('link_not_found');
  const now = app.clock.now();
  const session = await readSession(app.store.sessions, claim.sessionId, now);
  if (session === undefined) throw new ApiError('link_not_found');
  const lateButJoined = session.join !== null && now < session.join.at + LIMITS.linkTokenLifeMs;
  // The clock of another process may be slightly ahead. The next link is valid from its time on.
  const fromTheFuture = claim.issuedAt > now + (claim.isNext ? 0 : CLOCK_TOLERANCE_MS);
  if (fromTheFuture || (now >= linkExpiry(claim) && !lateButJoined)) throw new ApiError('link_not_found');
  if (session.endedAt !== null && session.join === null) throw new ApiError('link_not_found');
  return { claim, session, secret };
}

/** The same link token and nonce derive the same app token. */
const repeated = (app: App, { join }: Session, token: string): boolean =>
  join !== null && app.clock.now() < join.at + LIMITS.linkTokenLifeMs && isAppToken(token, join.appTokenHash);

async function join(
  app: App,
  session: Session,
  { via, token, isSameBrowser }: Pick<LinkClaim, 'via'> & { token: string; isSameBrowser: boolean },
): Promise<Session> {
  const now = app.clock.now();
  const advance = await advanceSession(
    app.store.sessions,
    session,
    {
      event: 'claim',
      join: {
        via,
        matchCode: String(randomInt(100)).padStart(2, '0'),
        appTokenHash: hashAppToken(token),
        // In the browser of the hosted page there is no second screen to read.
        confirmed: isSameBrowser,
        wrongNumbers: 0,
        at: now,
      },
    },
    now,
  );
  if (advance === undefined) throw new ApiError('link_not_found');
  if ('refusal' in advance) {
    // A concurrent request of the same app joined first.
    if (repeated(app, advance.session, token)) return advance.session;
    throw new ApiError(advance.session.join === null ? 'link_not_found' : 'session_already_claimed');
  }
  return advance.session;
}

async function view(app: App, session: Session, token: string): Promise<ClaimResponse> {
  if (session.join === null) throw new ApiError('internal_error');
  const merchant = await sessionMerchant(app, session);
  return {
    session_id: session.id,
    mode: session.mode,
    type: session.type,
    ...(session.mode === 'verify' && session.payload),
    ...merchantFields(app, merchant),
    ...(session.displayText !== null && { display_text: session.displayText }),
    ...(merchant.reader && { reader: true as const }),
    confirmed: session.join.confirmed,
    app_token: token,
    seal: await app.keys.captureSeal(session),
    ...(merchant.deviceBinding !== 'off' && {
      device: {
        mode: merchant.deviceBinding,
        rp_id: app.relyingParty.id,
        account: deviceAccount(await app.keys.accountSecret(merchant), session),
      },
    }),
    expires_at: isoTime(session.expiresAt),
    now: isoTime(session.join.at),
  };
}
