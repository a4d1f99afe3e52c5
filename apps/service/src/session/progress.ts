import { isFinal, type SessionStatus } from '@authly/contract/wire/states';
import type { Session } from './session.ts';

/** How sessions end, in the order of the charts. */
export const ENDS = ['enrolled', 'matched', 'not_matched', 'failed', 'expired', 'canceled'] as const;
export type End = (typeof ENDS)[number];

/** The stages of a session, in order. `ended`: with a result. */
export const STAGES = ['created', 'opened', 'joined', 'captured', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

export const STAGE_OF: Readonly<Partial<Record<SessionStatus, Stage>>> = {
  opened: 'opened',
  app_launched: 'joined',
  callback_received: 'captured',
  succeeded: 'ended',
};

/** Returns undefined while the session has not ended. */
export function endOf({ status, outcome }: Pick<Session, 'status' | 'outcome'>): End | undefined {
  if (!isFinal(status)) return undefined;
  if (status !== 'succeeded') return status;
  if (outcome?.matched == null) return 'enrolled';
  return outcome.matched ? 'matched' : 'not_matched';
}
