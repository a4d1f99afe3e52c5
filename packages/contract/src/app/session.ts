import { Type, type Static } from 'typebox';
import { ServiceTime, SessionId, StatusName } from '../session.ts';

export const AppSession = Type.Object(
  { session_id: SessionId, status: StatusName, confirmed: Type.Boolean(), now: ServiceTime },
  { $id: 'AppSession' },
);
export type AppSession = Static<typeof AppSession>;

export const AppStatus = Type.Object({ session_id: SessionId, status: StatusName }, { $id: 'AppStatus' });
export type AppStatus = Static<typeof AppStatus>;
