import {
  BIOMETRIC_TYPES,
  biometricType,
  type BiometricType,
  DEFAULT_BIOMETRIC_TYPE,
  payloadFields,
} from '@authly/contract/wire/biometric-types';
import { canonicalJson } from '@authly/contract/wire/canonical-json';
import type { ErrorCode } from '@authly/contract/errors';
import {
  idempotencyKeyFault,
  merchantUserRefFault,
  metadataFault,
  returnUrlFault,
} from '@authly/contract/wire/field-rules';
import type { Finger } from '@authly/contract/wire/fingers';
import { LIMITS } from '@authly/contract/wire/limits';
import type { ResultResponse } from '@authly/contract/operations/read-result';
import { isBeforeCallback, isFinal, type Mode, type SessionStatus } from '@authly/contract/wire/states';
import type { Clock } from '../clock.ts';

export type FakeOutcome =
  | { readonly status: 'succeeded'; readonly matched?: boolean; readonly finger?: Finger }
  | { readonly status: 'failed'; readonly failure_code: string }
  | { readonly status: Exclude<SessionStatus, 'succeeded' | 'failed'> };

export type Answered = { readonly status: number; readonly body: object } | { readonly refused: ErrorCode };

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
      if (!isInOrder(body)) return { refused: 'invalid_request' };
      const refused = payloadRefusal(mode, body);
      if (refused !== undefined) return { refused };
      if (body['merchant_id'] !== merchantId) return { refused: 'merchant_mismatch' };
      if (idempotencyKey === null) return open(mode, merchantId, body);
      if (idempotencyKeyFault(idempotencyKey) !== undefined) return { refused: 'invalid_request' };
      const [key, bodyText] = [`${mode} ${idempotencyKey}`, canonicalJson(body)];
      const claim = claims.get(key);
      if (claim !== undefined) return claim.bodyText === bodyText ? claim.answer : { refused: 'idempotency_conflict' };
      const answer = open(mode, merchantId, body);
      claims.set(key, { bodyText, answer });
      return answer;
    },
    read(sessionId: string, merchantUserRef: string | null): Answered {
      const session = current(sessionId);
      if (merchantUserRef === null || merchantUserRef === '') return { refused: 'invalid_request' };
      if (session === undefined) return { refused: 'session_not_found' };
      return session.merchant_user_ref === merchantUserRef
        ? { status: 200, body: session }
        : { refused: 'merchant_user_ref_mismatch' };
    },
    cancel(sessionId: string, body: Fields): Answered {
      const session = current(sessionId);
      if (session === undefined) return { refused: 'session_not_found' };
      if (body['merchant_id'] !== session.merchant_id) return { refused: 'merchant_mismatch' };
      if (body['merchant_user_ref'] !== session.merchant_user_ref) return { refused: 'merchant_user_ref_mismatch' };
      if (isFinal(session.status)) return { refused: 'session_finalized' };
      if (session.status !== 'opened' && session.status !== 'app_launched')
        return { refused: 'invalid_session_transition' };
      sessions.set(sessionId, { ...session, status: 'canceled' });
      return { status: 200, body: { session_id: sessionId, status: 'canceled' } };
    },
    /** Throws for an unknown id: the test is wrong. */
    move(sessionId: string, outcome: FakeOutcome): void {
      const session = sessions.get(sessionId);
      if (session === undefined) throw new Error(`No session ${sessionId} was created here.`);
      sessions.set(sessionId, { ...session, ...moved(session.mode, outcome, clock.now()) });
    },
  };
}

function isInOrder(body: Fields): boolean {
  const { merchant_user_ref: ref, return_url: url, metadata } = body;
  return (
    typeof ref === 'string' &&
    ref !== '' &&
    merchantUserRefFault(ref) === undefined &&
    (url === undefined || (typeof url === 'string' && returnUrlFault(url) === undefined)) &&
    (metadata === undefined ||
      (typeof metadata === 'object' && metadata !== null && metadataFault(metadata) === undefined))
  );
}

function payloadRefusal(mode: Mode, body: Fields): ErrorCode | undefined {
  const { type = DEFAULT_BIOMETRIC_TYPE, payload = {} } = body;
  const known = biometricType<BiometricType>(BIOMETRIC_TYPES, String(type));
  if (known === undefined) return 'unsupported_bio_type';
  const given = payloadFields(known, Object(payload) as object);
  const holds = Object.entries(known.fields).every(([name, { codes }]) =>
    name in given ? codes.includes(given[name]!) : mode === 'enroll',
  );
  return holds ? undefined : 'invalid_request';
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
