import type { SessionStatus } from '@authly/contract/states';
import type { FeedState } from './session-feed.ts';

export type ScreenName =
  | 'loading'
  | 'waiting'
  | 'join-check'
  | 'app-launched'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'invalid-link'
  | 'lost';

const BY_STATUS: Readonly<Record<SessionStatus, ScreenName>> = {
  created: 'loading',
  opened: 'waiting',
  app_launched: 'app-launched',
  callback_received: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'expired',
  canceled: 'canceled',
};

export function screenOf({ session, connection }: FeedState): ScreenName {
  if (connection === 'refused') return 'invalid-link';
  if (connection === 'lost') return 'lost';
  if (session === undefined) return 'loading';
  if (session.status === 'app_launched' && session.confirmed !== true) return 'join-check';
  return BY_STATUS[session.status];
}
