import type { AuthlyClient } from '@authly/merchant';
import type { Move } from './wire.ts';

type Result = Awaited<ReturnType<AuthlyClient['result']>>;

/** Each state requires those before it. */
const WAY = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];
const BY_THE_APP = new Set(['capture_failed', 'user_declined', 'device_not_supported']);

function passed(status: Result['status'], code = ''): number {
  if (status === 'succeeded') return WAY.length;
  // Only an open page can be canceled. Any state may expire.
  if (status === 'canceled') return WAY.indexOf('opened') + 1;
  if (status === 'expired') return WAY.indexOf('created') + 1;
  if (status !== 'failed') return WAY.indexOf(status);
  if (BY_THE_APP.has(code)) return WAY.indexOf('app_launched') + 1;
  return code === 'processing_interrupted' ? WAY.indexOf('callback_received') + 1 : WAY.length;
}

export function timelines() {
  const latest = new Map<string, { sessionId: string; moves: Move[] }>();
  return {
    of: (owner: string): { sessionId: string; moves: readonly Move[] } | undefined => latest.get(owner),

    begin(owner: string, sessionId: string): void {
      latest.set(owner, { sessionId, moves: [{ status: 'created', at: new Date().toISOString(), told: true }] });
    },

    /** Answers may overtake each other: an earlier one adds nothing. */
    learn(owner: string, { session_id, status, failure_code }: Result): void {
      const { sessionId, moves = [] } = latest.get(owner) ?? {};
      const known = new Set(moves.map((move) => move.status));
      if (session_id !== sessionId || known.has(status)) return;
      const at = new Date().toISOString();
      for (const before of WAY.slice(0, passed(status, failure_code)))
        if (!known.has(before)) moves.push({ status: before, at, told: false });
      moves.push({ status, at, told: true });
    },
  };
}
