import { hash, randomBytes } from 'node:crypto';
import { DEFAULT_BIOMETRIC_TYPE, type PayloadFields } from '@authly/contract/wire/biometric-types';
import { canonicalJson } from '@authly/contract/wire/canonical-json';
import { CreationShape, type CreationBody } from '@authly/contract/operations/creation';
import type { Mode } from '@authly/contract/wire/states';
import { HOSTED_TOKEN_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { hostedToken } from '../../tokens/hosted-token.ts';
import { creationView } from '../../session/merchant-view.ts';
import { SESSION_ID_RANDOM_BYTES, sessionId } from '../../session/session-id.ts';
import { createdSession, type Session } from '../../session/session.ts';
import type { Creation, IdempotencyClaim } from '../../storage/port/store.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiAnswer, ApiCall, Handle } from '../call.ts';
import type { PayloadShapes } from '../payload-shapes.ts';
import { accessToken, requireScope, type AuthenticatedCaller } from '../steps/access-token.ts';
import { creationRules, idempotencyKey } from '../steps/creation-rules.ts';
import { jsonBody } from '../steps/json-body.ts';
import { limitPerMinute } from '../steps/rate-limit.ts';
import { requireMerchant } from '../steps/session.ts';
import { shape, type Shape } from '../../http/shape.ts';
import { noteLocale, noteUnknown } from '../steps/warnings.ts';

export const createEnrollmentSession = createSession('enroll');
export const createVerificationSession = createSession('verify');

function createSession(mode: Mode): Handle {
  const asCreation: Shape<CreationBody> = shape(CreationShape);
  return async (call, app) => {
    const caller = await accessToken(call, app);
    requireScope(caller, call.operation);
    const key = idempotencyKey(call);
    const body = await jsonBody(call, asCreation);
    creationRules(body);
    app.sandbox?.requireOutcome(body.metadata, mode);
    const { type = DEFAULT_BIOMETRIC_TYPE } = body;
    const asPayload = supportedType(app, type)[mode];
    noteUnknown(call, 'field', body.payload, asPayload.fields, 'payload.');
    noteLocale(call, body.locale);
    const payload = asPayload(body.payload ?? {});
    requireMerchant(caller, body.merchant_id);
    const { merchantId } = caller;
    const claim =
      key === undefined ? undefined : { merchantId, endpoint: call.operation, key, fingerprint: fingerprint(body) };
    const earlier = await limitCreation(app, caller, body, claim);
    const session = newSession(call, app, caller, { mode, type, body, payload });
    return answer(call, app, session, earlier ?? (await app.store.sessions.create(session, claim)));
  };
}

function supportedType(app: App, type: string): PayloadShapes {
  const shapes = app.payloadShapes.get(type);
  if (shapes === undefined) throw new ApiError('unsupported_bio_type');
  return shapes;
}

/** An earlier creation with the same key neither fills a window nor is refused by one. */
async function limitCreation(
  app: App,
  { merchant: { id, rateLimits } }: AuthenticatedCaller,
  body: CreationBody,
  claim: IdempotencyClaim | undefined,
): Promise<Creation | undefined> {
  const { createPerMerchant, createPerUserRef } = rateLimits;
  if (!createPerMerchant && !createPerUserRef) return undefined;
  const earlier = claim && (await app.store.sessions.earlier(claim, app.clock.now()));
  if (earlier !== undefined) return earlier;
  await limitPerMinute(
    app,
    [createPerUserRef, 'create-user', id, body.merchant_user_ref],
    [createPerMerchant, 'create', id],
  );
  return undefined;
}

function newSession(
  { requestId }: ApiCall,
  app: App,
  { merchant, clientId }: AuthenticatedCaller,
  { mode, type, body, payload }: { mode: Mode; type: string; body: CreationBody; payload: PayloadFields },
): Session {
  const now = app.clock.now();
  return createdSession({
    id: sessionId(now, randomBytes(SESSION_ID_RANDOM_BYTES)),
    merchantId: merchant.id,
    merchantUserRef: body.merchant_user_ref,
    mode,
    type,
    payload,
    returnUrl: body.return_url ?? null,
    locale: body.locale ?? null,
    displayText: body.display_text ?? null,
    metadata: body.metadata ?? null,
    requestId,
    clientId,
    createdAt: now,
    expiresAt: now + merchant.sessionLifetimeS * 1000,
  });
}

/** Covers the body as sent, without defaults. */
const fingerprint = (body: CreationBody): string => hash('sha256', canonicalJson(body), 'hex');

async function answer({ who }: ApiCall, app: App, session: Session, creation: Creation): Promise<ApiAnswer> {
  if (creation.outcome === 'conflict') throw new ApiError('idempotency_conflict');
  const stored = creation.outcome === 'replayed' ? creation.session : session;
  who.sessionId = stored.id;
  return {
    status: 201,
    body: creationView(stored, await popupUrl(app, stored)),
    ...(creation.outcome === 'replayed' && { headers: { 'Idempotent-Replayed': 'true' } }),
  };
}

/** The token is in the fragment, so it reaches no log, proxy or Referer. */
async function popupUrl(app: App, session: Session): Promise<string> {
  const secret = await app.keys.hostedSecret(session.createdAt);
  return `${app.hostedUiUrl}/#${HOSTED_TOKEN_FRAGMENT}=${hostedToken(secret, session.id)}`;
}
