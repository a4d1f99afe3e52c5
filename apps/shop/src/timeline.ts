import type { AuthlyClient } from '@authly/merchant';
import type { Move } from './wire.ts';

type Result = Awaited<ReturnType<AuthlyClient['result']>>;

/** Each state requires those before it. */
const STATES = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];

function passed(status: Result['status']): number {
  if (status === 'succeeded') return STATES.length;
  // Only an open page can be canceled. Any state may expire. An app that has joined may fail.
  if (status === 'canceled') return STATES.indexOf('opened') + 1;
  if (status === 'expired') return STATES.indexOf('created') + 1;
  if (status === 'failed') return STATES.indexOf('app_launched') + 1;
  return STATES.indexOf(status);
}

export function timelines() {
  const latest = new Map<string, { sessionId: string; moves: Move[] }>();
  return {
    of: (owner: string): { sessionId: string; moves: readonly Move[] } | undefined => latest.get(owner),

    begin(owner: string, sessionId: string): void {
      latest.set(owner, { sessionId, moves: [{ status: 'created', at: new Date().toISOString(), told: true }] });
    },

    /** Answers may overtake each other: an earlier one adds nothing. */
    learn(owner: string, { session_id, status, result }: Result): void {
      const { sessionId, moves = [] } = latest.get(owner) ?? {};
      const known = new Set(moves.map((move) => move.status));
      if (session_id !== sessionId || known.has(status)) return;
      const at = new Date().toISOString();
      for (const before of STATES.slice(0, passed(status)))
        if (!known.has(before)) moves.push({ status: before, at, told: false });
      moves.push({ status, at, told: true, ...(result && 'matched' in result && { matched: result.matched }) });
    },
  };
}
