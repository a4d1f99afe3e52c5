import { Type, type Static } from 'typebox';
import { ModeName, SessionId, Timestamp } from './fields.ts';

export const SESSION_FINAL = 'session.final';

/** Only the session's result says how it ended. */
export const SessionFinalEvent = Type.Object(
  {
    type: Type.Literal(SESSION_FINAL, { description: 'Its type.' }),
    timestamp: Timestamp('When the session ended, UTC.'),
    data: Type.Object({ session_id: SessionId, mode: ModeName }, { description: 'Which session ended.' }),
  },
  { $id: 'SessionFinalEvent', description: 'A session ended. Read its result.' },
);
export const WebhookTestEvent = Type.Object(
  {
    type: Type.Literal('webhook.test', { description: 'Its type.' }),
    timestamp: Timestamp('When the event was made, UTC.'),
    data: Type.Object({}, { description: 'Empty. Read the result of a session for its outcome.' }),
  },
  { $id: 'WebhookTestEvent', description: 'An operator tests the webhook address.' },
);
export type WebhookTestEvent = Static<typeof WebhookTestEvent>;
export type SessionFinalEvent = Static<typeof SessionFinalEvent>;
