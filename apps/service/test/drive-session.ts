import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { SessionStatus } from '@authly/contract/wire/states';
import { processingDeadline, type SessionInput } from '../src/session/move.ts';
import type { Instant, Outcome } from '../src/session/session.ts';
import { advanceSession } from '../src/lifecycle/advance-session.ts';
import type { Store } from '../src/storage/port/store.ts';

interface Drive {
  readonly store: Store;
  readonly now: Instant;
  readonly outcome?: Outcome;
  readonly failureCode?: FailureCode;
}

/** Moves a session to a state by the events of page, app and processing. */
export async function driveTo(
  status: SessionStatus,
  sessionId: string,
  { store, now, outcome = { matched: null, payload: { finger: 'RI' } }, failureCode = 'provider_timeout' }: Drive,
): Promise<void> {
  const steps: readonly (readonly [SessionStatus, SessionInput])[] = [
    ['opened', { event: 'open' }],
    ['canceled', { event: 'cancel' }],
    [
      'app_launched',
      {
        event: 'claim',
        join: {
          via: 'button',
          matchCode: '42',
          appTokenHash: 'b'.repeat(64),
          confirmed: true,
          wrongNumbers: 0,
          at: now,
        },
      },
    ],
    [
      'callback_received',
      { event: 'callback', processingDeadline: processingDeadline(now, { timeoutMs: 5000, retries: 1 }) },
    ],
    ['processing', { event: 'process' }],
    ['succeeded', { event: 'succeed', outcome }],
    ['failed', { event: 'fail', failureCode }],
  ];
  let session = await store.sessions.find(sessionId);
  for (const [reached, input] of steps.filter(
    ([reached]) => reached === status || !['canceled', 'succeeded', 'failed'].includes(reached),
  )) {
    if (status === 'created' || status === 'expired') return;
    const advance = session && (await advanceSession(store.sessions, session, input, now));
    if (advance === undefined || 'refusal' in advance) throw new Error(`${sessionId} did not become ${reached}`);
    if (reached === status) return;
    ({ session } = advance);
  }
}
