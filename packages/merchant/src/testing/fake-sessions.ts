import {
  BIOMETRIC_TYPES,
  biometricType,
  type BiometricType,
  DEFAULT_BIOMETRIC_TYPE,
  payloadFields,
} from '@authly/contract/wire/biometric-types';
import { canonicalJson } from '@authly/contract/wire/canonical-json';
import type { ErrorCode } from '@authly/contract/errors';
import { idempotencyKeyFault } from '@authly/contract/wire/field-rules';
import type { Finger } from '@authly/contract/wire/fingers';
import { LIMITS } from '@authly/contract/wire/limits';
import { CANCEL_RULES, CREATION_RULES, refusedField, RESULT_RULES } from '@authly/contract/wire/request-rules';
import { isPossibleOutcome, SANDBOX_OUTCOME_KEY } from '@authly/contract/wire/sandbox-outcomes';
import type { ResultResponse } from '@authly/contract/operations/read-result';
import { isBeforeCallback, isFinal, type Mode, type SessionStatus } from '@authly/contract/wire/states';
import type { Clock } from '../clock.ts';

export type FakeOutcome =
  | { readonly status: 'succeeded'; readonly matched?: boolean; readonly finger?: Finger }
  | { readonly status: 'failed'; readonly failure_code: string }
  | { readonly status: Exclude<SessionStatus, 'succeeded' | 'failed'> };

export type Answered =
  | { readonly status: number; readonly body: object }
  | { readonly refused: ErrorCode; readonly param?: string };

type Fields = Record<string, unknown>;

export function createFakeSessions(clock: Clock) {
  const sessions = new Map<string, ResultResponse>();
  const claims = new Map<string, { readonly bodyText: string; readonly answer: Answered }>();

  const current = (sessionId: string): ResultResponse | undefined => {
    const session = sessions.get(sessionId);
    const overdue =
      session !== undefined && isBeforeCallback(session.status) && clock.now() >= Date.parse(session.expires_at);
    if (overdue) sessions.set(sessionId, { ...session, status: 'expired', failure_code: 'session_expired' });
    return sessions.get(sessionId);
  };

  const open = (mode: Mode, merchantId: string, body: Fields): Answered => {
    const session_id = `ses_${crypto.randomUUID()}`;
    const expires_at = new Date(clock.now() + LIMITS.sessionLifetimeDefaultS * 1000).toISOString();
    sessions.set(session_id, {
      session_id,
      mode,
      merchant_id: merchantId,
      merchant_user_ref: String(body['merchant_user_ref']),
      status: 'created',
      result: null,
      expires_at,
    });
    const ownId = mode === 'enroll' ? { enrollment_session_id: session_id } : { verification_session_id: session_id };
    return {
      status: 201,
      body: {
        ...ownId,
        session_id,
        mode,
        status: 'created',
        popup_url: `https://authly.test/hosted/#token=${session_id}`,
        expires_at,
      },
    };
  };

  return {
    create(mode: Mode, merchantId: string, body: Fields, idempotencyKey: string | null): Answered {
      const isBadKey = idempotencyKey !== null && idempotencyKeyFault(idempotencyKey) !== undefined;
      const refused = isBadKey ? invalid('Idempotency-Key') : creationRefusal(mode, body);
      if (refused !== undefined) return refused;
      if (body['merchant_id'] !== merchantId) return { refused: 'merchant_mismatch' };
      if (idempotencyKey === null) return open(mode, merchantId, body);
      const [key, bodyText] = [`${mode} ${idempotencyKey}`, canonicalJson(body)];
      const claim = claims.get(key);
      if (claim !== undefined) return claim.bodyText === bodyText ? claim.answer : { refused: 'idempotency_conflict' };
      const answer = open(mode, merchantId, body);
      claims.set(key, { bodyText, answer });
      return answer;
    },
    read(sessionId: string, { wait, ...query }: Fields): Answered {
      const seconds = /^(?:0|[1-9]\d?)$/.test(String(wait)) ? Number(wait) : wait;
      const field = refusedField(RESULT_RULES, { ...query, wait: seconds });
      if (field !== undefined) return invalid(field);
      const session = current(sessionId);
      if (session === undefined) return { refused: 'session_not_found' };
      return session.merchant_user_ref === query['merchant_user_ref']
        ? { status: 200, body: session }
        : { refused: 'merchant_user_ref_mismatch' };
    },
    cancel(sessionId: string, merchantId: string, body: Fields): Answered {
      const field = refusedField(CANCEL_RULES, body);
      if (field !== undefined) return invalid(field);
      const session = current(sessionId);
      if (session === undefined) return { refused: 'session_not_found' };
      if (body['merchant_id'] !== merchantId) return { refused: 'merchant_mismatch' };
      if (body['merchant_user_ref'] !== session.merchant_user_ref) return { refused: 'merchant_user_ref_mismatch' };
      if (isFinal(session.status)) return { refused: 'session_finalized' };
      if (session.status !== 'opened' && session.status !== 'app_launched')
        return { refused: 'invalid_session_transition' };
      sessions.set(sessionId, { ...session, status: 'canceled' });
      return { status: 200, body: { session_id: sessionId, status: 'canceled' } };
    },
    /** Throws for an unknown id and for a session that has ended: the test is wrong. */
    move(sessionId: string, outcome: FakeOutcome): void {
      const session = current(sessionId);
      if (session === undefined) throw new Error(`No session ${sessionId} was created here.`);
      if (isFinal(session.status)) throw new Error(`The session ${sessionId} has ended: it is ${session.status}.`);
      sessions.set(sessionId, { ...session, ...moved(session.mode, outcome, clock.now()) });
    },
  };
}

const invalid = (param: string): Answered => ({ refused: 'invalid_request', ...(param !== '' && { param }) });

/** The service's checks, in its order. */
function creationRefusal(mode: Mode, body: Fields): Answered | undefined {
  const field = refusedField(CREATION_RULES, body);
  if (field !== undefined) return invalid(field);
  const { type = DEFAULT_BIOMETRIC_TYPE, payload = {}, metadata } = body;
  if (!isPossibleOutcome(metadata as object | undefined, mode)) return invalid(`metadata.${SANDBOX_OUTCOME_KEY}`);
  const known = biometricType<BiometricType>(BIOMETRIC_TYPES, type as string);
  if (known === undefined) return { refused: 'unsupported_bio_type' };
  const given = payloadFields(known, payload as object);
  const wrong = Object.entries(known.fields).find(([name, { codes }]) =>
    name in given ? !codes.includes(given[name]!) : mode === 'verify',
  );
  return wrong && invalid(`payload.${wrong[0]}`);
}

function moved(
  mode: Mode,
  outcome: FakeOutcome,
  now: number,
): Pick<ResultResponse, 'status' | 'failure_code' | 'result'> {
  if (outcome.status === 'failed') return { status: 'failed', failure_code: outcome.failure_code, result: null };
  if (outcome.status === 'expired') return { status: 'expired', failure_code: 'session_expired', result: null };
  if (outcome.status !== 'succeeded') return { status: outcome.status, result: null };
  const rest = { payload: { finger: outcome.finger ?? 'RI' }, completed_at: new Date(now).toISOString() } as const;
  return {
    status: 'succeeded',
    result: mode === 'enroll' ? { enrolled: true, ...rest } : { matched: outcome.matched ?? true, ...rest },
  };
}
