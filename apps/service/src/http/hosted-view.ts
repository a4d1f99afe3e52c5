import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { PAGE_PATHS } from '@authly/contract/page-addresses';
import { isFinal } from '@authly/contract/states';
import { logoTypeOf } from '../merchants/logo/logo.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { isoTime } from '../session/merchant-view.ts';
import type { Instant, Session } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app.ts';
import type { Answer } from './call.ts';

/** Who asks, as persons see it. */
export interface Asker {
  readonly merchant_name: string;
  readonly merchant_logo_url?: string;
}

export const askerOf = ({ baseUrl }: Pick<App, 'baseUrl'>, { name, logoId }: Merchant): Asker => ({
  merchant_name: name,
  ...(logoId !== null &&
    logoTypeOf(logoId) !== undefined && { merchant_logo_url: `${baseUrl}${PAGE_PATHS.logos}${logoId}` }),
});

/** What most of the page's calls are answered. */
export const hostedAnswer = async (app: App, session: Session): Promise<Answer> => ({
  status: 200,
  body: await hostedView(app, session),
  headers: { 'Cache-Control': 'no-store' },
});

/** What the page may see now. */
export async function hostedView(app: App, session: Session): Promise<HostedSession> {
  const merchant = await app.store.merchants.find(session.merchantId);
  if (merchant === undefined) throw new ApiError('internal_error');
  return viewOf(session, askerOf(app, merchant), app.clock.now());
}

/** After the end nothing but mode, status and failure code; never whether a finger matched. */
export function viewOf(session: Session, asker: Asker, now: Instant): HostedSession {
  const always = { session_id: session.id, mode: session.mode, status: session.status };
  if (isFinal(session.status))
    return { ...always, ...(session.failureCode !== null && { failure_code: session.failureCode }) };
  return {
    ...always,
    ...asker,
    locale: session.locale,
    ...(session.displayText !== null && { display_text: session.displayText }),
    ...(session.returnUrl !== null && { return_origin: new URL(session.returnUrl).origin }),
    // After a joining by button `confirmed` is true from the start: there is nothing to ask.
    ...(session.join && { match_code: session.join.matchCode, confirmed: session.join.confirmed }),
    expires_at: isoTime(session.expiresAt),
    now: isoTime(now),
  };
}
