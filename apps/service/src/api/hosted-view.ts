import type { HostedSession } from '@authly/contract/operations/hosted-session';
import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { isFinal } from '@authly/contract/wire/states';
import type { Merchant } from '../merchants/merchant.ts';
import { isoTime } from '../session/iso-time.ts';
import type { Instant, Session } from '../session/session.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from './app.ts';
import type { ApiAnswer } from './call.ts';

export type MerchantFields = ReturnType<typeof merchantFields>;

export async function sessionMerchant(app: App, { merchantId }: Session): Promise<Merchant> {
  const merchant = await app.merchants.find(merchantId);
  if (merchant === undefined) throw new ApiError('internal_error');
  return merchant;
}

export function merchantFields(app: App, { name, logoId, privacyUrl, retentionText }: Merchant) {
  return {
    merchant_name: name,
    ...(logoId !== null && { merchant_logo_url: `${app.baseUrl}${PAGE_PATHS.logos}${logoId}` }),
    ...(privacyUrl !== null && { privacy_url: privacyUrl }),
    ...(retentionText !== null && { retention_text: retentionText }),
  };
}

export async function hostedSessionAnswer(app: App, session: Session): Promise<ApiAnswer> {
  const merchant = merchantFields(app, await sessionMerchant(app, session));
  return { status: 200, body: hostedSessionBody(session, merchant, app.clock.now()) };
}

/** A final session shows only mode, status and failure code; never whether a finger matched. */
export function hostedSessionBody(session: Session, merchant: MerchantFields, now: Instant): HostedSession {
  const always = { session_id: session.id, mode: session.mode, status: session.status };
  if (isFinal(session.status))
    return { ...always, ...(session.failureCode !== null && { failure_code: session.failureCode }) };
  return {
    ...always,
    ...merchant,
    locale: session.locale,
    ...(session.displayText !== null && { display_text: session.displayText }),
    ...(session.returnUrl !== null && { return_origin: new URL(session.returnUrl).origin }),
    // After a join in the same browser `confirmed` is true from the start.
    ...(session.join && { match_code: session.join.matchCode, confirmed: session.join.confirmed }),
    expires_at: isoTime(session.expiresAt),
    now: isoTime(now),
  };
}
