import { BIOMETRIC_TYPES, biometricType, type BiometricType } from '@authly/contract/biometric-types';
import { readSession } from '../lifecycle/advance-session.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import type { Session } from '../session/session.ts';
import { attemptInWords } from './bio-answer-words.ts';
import { ActRefused, isoTime, type Operator } from './operator.ts';
import type { BioAttemptView, SessionMoveView, SessionRow } from './views.ts';

export const sessionRow = (session: Session): SessionRow => ({
  session_id: session.id,
  merchant_id: session.merchantId,
  mode: session.mode,
  status: session.status,
  failure_code: session.failureCode,
  created_at: isoTime(session.createdAt),
});

/** No user ref, metadata or token: an operator helps without them. */
export const sessionFields = (session: Session): Record<string, string | null> => ({
  session_id: session.id,
  merchant_id: session.merchantId,
  mode: session.mode,
  type: session.type,
  ...referenceOf(session),
  status: session.status,
  failure_code: session.failureCode,
  cancel_reason: session.cancelReason,
  created_at: isoTime(session.createdAt),
  expires_at: isoTime(session.expiresAt),
  ended_at: isoTime(session.endedAt),
});

/** `reference_finger` for a fingerprint; null where the merchant named none. */
function referenceOf({ type, payload }: Session): Record<string, string | null> {
  const fields = biometricType<BiometricType>(BIOMETRIC_TYPES, type)?.fields ?? payload;
  return Object.fromEntries(Object.keys(fields).map((field) => [`reference_${field}`, payload[field] ?? null]));
}

/** An enrollment that was interrupted, at its merchant, as far as it was noted: a process that died took its last note with it. */
export type AtMerchant = 'stored' | 'unknown' | 'refused';

export function atMerchant(attempts: readonly BioAttempt[]): AtMerchant {
  if (attempts.some(({ failure }) => failure === null)) return 'stored';
  return attempts.length > 0 && attempts.every(({ failure }) => failure === 'merchant_bio_rejected')
    ? 'refused'
    : 'unknown';
}

export interface SessionHistory {
  readonly fields: Record<string, string | null>;
  readonly events: SessionMoveView[];
  readonly bioAttempts: BioAttemptView[];
  /** An enrollment that may have reached its merchant all the same. */
  readonly isInterrupted: boolean;
}

/** One session with every move and every call to its merchant, each call with what it says in words. */
export async function sessionHistory(
  { store, now }: Pick<Operator, 'store' | 'now'>,
  id: string,
): Promise<SessionHistory> {
  const session = await readSession(store.sessions, id, now());
  if (session === undefined) throw new ActRefused(`there is no session ${id}`);
  const events = (await store.sessions.events(id)).map(({ event, from, to, at }) => ({
    at: isoTime(at),
    event,
    from,
    to,
  }));
  const attempts = await store.bioAttempts.of(id);
  const isInterrupted = session.mode === 'enroll' && session.failureCode === 'processing_interrupted';
  return {
    fields: { ...sessionFields(session), ...(isInterrupted && { at_merchant: atMerchant(attempts) }) },
    events,
    bioAttempts: attempts.map((each) => ({ ...each, at: isoTime(each.at), in_words: attemptInWords(each) })),
    isInterrupted,
  };
}

/** The reference that a merchant knows its user by. Written into the trail before anybody sees it. */
export async function showUserRef({ store, act }: Operator, id: string): Promise<string> {
  const session = await store.sessions.find(id);
  if (session === undefined) throw new ActRefused(`there is no session ${id}`);
  await store.audit.write(act('session.user-ref', id, { merchant_id: session.merchantId }));
  return session.merchantUserRef;
}
