import { BIOMETRIC_TYPES, biometricType, type BiometricType } from '@authly/contract/wire/biometric-types';
import { readSession } from '../../lifecycle/advance-session.ts';
import type { BioAttempt } from '../../session/bio-attempt.ts';
import { isoTime } from '../../session/iso-time.ts';
import { firstSessionIdAt, isSessionId } from '../../session/session-id.ts';
import type { Session } from '../../session/session.ts';
import type { SessionFilter } from '../../storage/port/store.ts';
import { attemptInWords } from './bio-answer-words.ts';
import { failedCallView } from './failed-call-view.ts';
import { NotFoundError, type MerchantOperator } from '../row/operator.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

export const sessionRow = (session: Session) => ({
  session_id: session.id,
  merchant_id: session.merchantId,
  mode: session.mode,
  status: session.status,
  failure_code: session.failureCode,
  created_at: isoTime(session.createdAt),
  ended_at: isoTime(session.endedAt),
});

/** What the console shows of a session in a list. */
export const listedSession = (session: Session) => ({
  ...sessionRow(session),
  finger: session.payload['finger'] ?? null,
  client_id: session.clientId,
});

/** Of one session. */
const MAX_CALLS = 50;

/** `from` and `to` limit the time of creation. */
export type SessionQuery = Omit<SessionFilter, 'fromId'> & {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

function sessionFilter({ from, to, beforeId, ...filter }: SessionQuery): SessionFilter {
  const ends = [beforeId, to === undefined ? undefined : firstSessionIdAt(to)].filter((id) => id !== undefined);
  const fromId = from === undefined ? undefined : firstSessionIdAt(from);
  return { ...filter, fromId, beforeId: ends.sort()[0] };
}

export const findSessions = ({ store }: Pick<MerchantOperator, 'store'>, query: SessionQuery): Promise<Session[]> =>
  store.sessions.list(sessionFilter(query));

export const listSessions = async (operator: Pick<MerchantOperator, 'store'>, query: SessionQuery) =>
  (await findSessions(operator, query)).map(sessionRow);

/** Without user ref, text, metadata and tokens. */
const sessionFields = (session: Session) => ({
  ...sessionRow(session),
  type: session.type,
  ...referenceOf(session),
  cancel_reason: session.cancelReason,
  client_id: session.clientId,
  request_id: session.requestId,
  expires_at: isoTime(session.expiresAt),
});

/** `reference_finger` for a fingerprint; null where the merchant named none. */
function referenceOf({ type, payload }: Session): Record<string, string | null> {
  const fields = biometricType<BiometricType>(BIOMETRIC_TYPES, type)?.fields ?? payload;
  return Object.fromEntries(Object.keys(fields).map((field) => [`reference_${field}`, payload[field] ?? null]));
}

type InterruptedQuery = Omit<SessionFilter, 'status' | 'mode' | 'failureCode'>;

/** Enrollments that may have reached their merchant although they failed, newest first. */
export async function listInterrupted({ store }: Pick<MerchantOperator, 'store'>, filter: InterruptedQuery) {
  const failureCode = 'processing_interrupted';
  const found = await store.sessions.list({ ...filter, mode: 'enroll', failureCode });
  const rows = [];
  for (const session of found)
    rows.push({
      session_id: session.id,
      merchant_id: session.merchantId,
      at_merchant: atMerchant(await store.bioAttempts.of(session.id)),
      created_at: isoTime(session.createdAt),
      ended_at: isoTime(session.endedAt),
    });
  return rows;
}

/** As far as recorded: a process that crashed could not record its last call attempt. */
function atMerchant(attempts: readonly BioAttempt[]): 'stored' | 'unknown' | 'refused' {
  if (attempts.some(({ failure }) => failure === null)) return 'stored';
  return attempts.length > 0 && attempts.every(({ failure }) => failure === 'merchant_bio_rejected')
    ? 'refused'
    : 'unknown';
}

export async function findSession(
  { store, now }: Pick<MerchantOperator, 'store' | 'now'>,
  id: string,
): Promise<Session> {
  const session = await readSession(store.sessions, id, now());
  if (session === undefined) throw new NotFoundError('session', id, 'authly sessions list');
  return session;
}

export async function sessionHistory(operator: Pick<MerchantOperator, 'store' | 'now'>, id: string) {
  const { store } = operator;
  const session = await findSession(operator, id);
  const events = (await store.sessions.events(id)).map(({ event, from, to, at }) => ({
    at: isoTime(at),
    event,
    from,
    to,
  }));
  const attempts = await store.bioAttempts.of(id);
  const failedCalls = (await store.failedRequests.ofSession(session, MAX_CALLS)).map(failedCallView);
  const fields = sessionFields(session);
  const isInterrupted = session.mode === 'enroll' && session.failureCode === 'processing_interrupted';
  return {
    fields: isInterrupted ? { ...fields, at_merchant: atMerchant(attempts) } : fields,
    events,
    failedCalls,
    // The merchant has `request_id` as `X-Request-Id`.
    bioAttempts: attempts.map((attempt) => {
      const { requestId: request_id, at, ...rest } = attempt;
      return { ...rest, at: isoTime(at), request_id, in_words: attemptInWords(attempt) };
    }),
    isInterrupted,
  };
}

export function requireSessionId(id: string): string {
  if (!isSessionId(id)) throw new RefusedError('that is not a session id: it has ses_ and 36 characters');
  return id;
}
