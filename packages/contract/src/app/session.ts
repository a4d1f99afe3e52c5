import { Type, type Static } from 'typebox';
import { ServiceTime, SessionId, StatusName } from '../session.ts';

export const AppSession = Type.Object(
  {
    session_id: SessionId,
    status: StatusName,
    failure_code: Type.Optional(
      Type.String({ description: 'Why it failed, as the hosted page says it too. Absent where it did not fail.' }),
    ),
    confirmed: Type.Boolean(),
    now: ServiceTime,
  },
  { $id: 'AppSession' },
);
export type AppSession = Static<typeof AppSession>;

export const AppStatus = Type.Object({ session_id: SessionId, status: StatusName }, { $id: 'AppStatus' });
export type AppStatus = Static<typeof AppStatus>;
