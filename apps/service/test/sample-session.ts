import type { SessionStatus } from '@authly/contract/wire/states';
import { createdSession, type Join, type Session } from '../src/session/session.ts';

export const CREATED_AT = Date.UTC(2026, 0, 15, 9, 0, 0);
export const EXPIRES_AT = CREATED_AT + 600_000;
const PROCESSING_DEADLINE = CREATED_AT + 60_000;

export const JOIN: Join = {
  via: 'qr',
  matchCode: '42',
  appTokenHash: 'ab'.repeat(32),
  confirmed: true,
  wrongNumbers: 0,
  at: CREATED_AT + 20_000,
};

const created = createdSession({
  id: `ses_${'0'.repeat(36)}`,
  merchantId: 'm_1',
  merchantUserRef: 'u_1',
  mode: 'verify',
  type: 'fingerprint',
  payload: { finger: 'RI' },
  returnUrl: null,
  locale: null,
  displayText: null,
  metadata: null,
  requestId: null,
  clientId: null,
  createdAt: CREATED_AT,
  expiresAt: EXPIRES_AT,
});

const ENDED_AT = CREATED_AT + 50_000;
const joined = { join: JOIN };
const called = { ...joined, processingDeadline: PROCESSING_DEADLINE };

/** The fields of a session in each state, after the usual transitions. */
const HELD: Record<SessionStatus, Partial<Session>> = {
  created: {},
  opened: {},
  app_launched: joined,
  callback_received: called,
  processing: called,
  succeeded: { ...called, outcome: { matched: true, payload: { finger: 'RI' } }, endedAt: ENDED_AT },
  failed: { ...called, failureCode: 'provider_error', endedAt: ENDED_AT },
  expired: { failureCode: 'session_expired', endedAt: EXPIRES_AT },
  canceled: { cancelReason: 'user_cancel', endedAt: ENDED_AT },
};

/** A session in this state, for tests. */
export const sessionIn = (status: SessionStatus, fields: Partial<Session> = {}): Session => ({
  ...created,
  ...HELD[status],
  status,
  ...fields,
});
