import type { SessionStatus } from '@authly/contract/wire/states';
import type { FeedState } from './session-feed.ts';

const BY_STATUS = {
  created: 'loading',
  opened: 'waiting',
  app_launched: 'app-launched',
  callback_received: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'expired',
  canceled: 'canceled',
} as const satisfies Record<SessionStatus, string>;

export type ScreenName = (typeof BY_STATUS)[SessionStatus] | 'join-check' | 'invalid-link' | 'lost';

export function screenOf({ session, connection }: FeedState): ScreenName {
  if (connection === 'refused') return 'invalid-link';
  if (connection === 'lost') return 'lost';
  if (session === undefined) return 'loading';
  if (session.status === 'app_launched' && session.confirmed !== true) return 'join-check';
  return BY_STATUS[session.status];
}
