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
export type SessionFinalEvent = Static<typeof SessionFinalEvent>;
