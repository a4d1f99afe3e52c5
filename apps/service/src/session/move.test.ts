import { APP_FAILURE_REASONS } from '@authly/contract/wire/failure-codes';
import { FINAL_STATES, NON_FINAL_STATES } from '@authly/contract/wire/states';
import { describe, expect, it } from 'vitest';
import { CREATED_AT, EXPIRES_AT, JOIN, PROCESSING_DEADLINE, sessionIn } from '../../test/sample-session.ts';
import { clockMove, decide, plan, processingDeadline, type SessionInput } from './move.ts';
import type { Session } from './session.ts';

const NOW = CREATED_AT + 30_000;

/** Fails if the input does not move the session. */
function after(session: Session, input: SessionInput, now = NOW): Session {
  const move = plan(session, input, now);
  if (!('next' in move)) throw new Error(`no move: ${JSON.stringify(move)}`);
  const steps = [{ event: input.event, from: session.status, to: move.next.status }];
  expect(move).toMatchObject({ sessionId: session.id, steps, at: now });
  return move.next;
}

it('a second event follows in the same move, with its own step', () => {
  const callback = { event: 'callback', processingDeadline: 5 } as const;
  expect(plan(sessionIn('app_launched', { join: JOIN }), callback, NOW, { event: 'process' })).toMatchObject({
    steps: [
      { event: 'callback', from: 'app_launched', to: 'callback_received' },
      { event: 'process', from: 'callback_received', to: 'processing' },
    ],
    next: { status: 'processing', processingDeadline: 5 },
  });
});

describe('a move sets only the fields of its event', () => {
  const cases: readonly [Session, SessionInput, Partial<Session>][] = [
    [sessionIn('created'), { event: 'open' }, { status: 'opened' }],
    [sessionIn('opened'), { event: 'claim', join: JOIN }, { status: 'app_launched', join: JOIN }],
    [
      sessionIn('app_launched'),
      { event: 'callback', processingDeadline: 5 },
      { status: 'callback_received', processingDeadline: 5 },
    ],
    [sessionIn('callback_received'), { event: 'process' }, { status: 'processing' }],
    [
      sessionIn('processing'),
      { event: 'succeed', outcome: { matched: false, payload: { finger: 'RI' } } },
      { status: 'succeeded', outcome: { matched: false, payload: { finger: 'RI' } }, endedAt: NOW },
    ],
    [
      sessionIn('processing'),
      { event: 'fail', failureCode: 'merchant_bio_timeout' },
      { status: 'failed', failureCode: 'merchant_bio_timeout', endedAt: NOW },
    ],
    [
      sessionIn('callback_received'),
      { event: 'fail', failureCode: 'template_invalid' },
      { status: 'failed', failureCode: 'template_invalid', endedAt: NOW },
    ],
    [
      sessionIn('processing'),
      { event: 'interrupt' },
      { status: 'failed', failureCode: 'processing_interrupted', endedAt: NOW },
    ],
    [
      sessionIn('opened'),
      { event: 'cancel', reason: 'changed_mind' },
      { status: 'canceled', cancelReason: 'changed_mind', endedAt: NOW },
    ],
    [sessionIn('app_launched'), { event: 'cancel' }, { status: 'canceled', cancelReason: 'user_cancel', endedAt: NOW }],
    [sessionIn('created'), { event: 'expire' }, { status: 'expired', failureCode: 'session_expired', endedAt: NOW }],
    ...APP_FAILURE_REASONS.map((reason): [Session, SessionInput, Partial<Session>] => [
      sessionIn('app_launched'),
      { event: 'app_failure', failureCode: reason },
      { status: 'failed', failureCode: reason, endedAt: NOW },
    ]),
  ];

  it.each(cases.map(([session, input, changes]) => ({ session, input, changes })))(
    '$session.status, $input.event: $changes',
    ({ session, input, changes }) => {
      expect(after(session, input)).toEqual({ ...session, ...changes });
    },
  );

  it('does not change its argument', () => {
    const session = Object.freeze(sessionIn('opened'));
    after(session, { event: 'cancel' });
    expect(session.status).toBe('opened');
  });
});

describe('the join check', () => {
  it('409 not_confirmed for a callback before the user confirmed the match code', () => {
    expect(decide(sessionIn('app_launched', { join: { ...JOIN, confirmed: false } }), 'callback')).toEqual({
      refusal: 'not_confirmed',
    });
    expect(decide(sessionIn('app_launched', { join: null }), 'callback')).toEqual({ refusal: 'not_confirmed' });
  });

  it('lets an unconfirmed app report a failure, and the user cancel', () => {
    const session = sessionIn('app_launched', { join: { ...JOIN, confirmed: false } });
    expect(after(session, { event: 'app_failure', failureCode: 'user_declined' }).status).toBe('failed');
    expect(after(session, { event: 'cancel' }).status).toBe('canceled');
  });

  it('a repeated callback changes nothing and returns the current status', () => {
    for (const status of ['callback_received', 'processing', 'succeeded', 'failed'] as const)
      expect(decide(sessionIn(status), 'callback')).toEqual({ stay: true });
  });

  it('409 session_finalized for a callback after the app reported a failure', () => {
    const failed = after(sessionIn('app_launched'), { event: 'app_failure', failureCode: 'capture_failed' });
    expect(decide(failed, 'callback')).toEqual({ refusal: 'session_finalized' });
  });
});

describe('the clock', () => {
  it.each(['created', 'opened', 'app_launched'] as const)(
    'expires a session that is %s at expires_at and not a millisecond before',
    (status) => {
      expect(clockMove(sessionIn(status), EXPIRES_AT - 1)).toBeUndefined();
      for (const now of [EXPIRES_AT, EXPIRES_AT + 1, EXPIRES_AT + 86_400_000]) {
        expect(clockMove(sessionIn(status), now)).toMatchObject({
          steps: [{ event: 'expire', from: status, to: 'expired' }],
          at: now,
          next: { status: 'expired', failureCode: 'session_expired', outcome: null, endedAt: now },
        });
      }
    },
  );

  it.each(['callback_received', 'processing'] as const)(
    'interrupts a session that is %s at the processing deadline and not a millisecond before',
    (status) => {
      expect(clockMove(sessionIn(status), PROCESSING_DEADLINE - 1)).toBeUndefined();
      for (const now of [PROCESSING_DEADLINE, PROCESSING_DEADLINE + 1]) {
        expect(clockMove(sessionIn(status), now)).toMatchObject({
          steps: [{ event: 'interrupt', from: status, to: 'failed' }],
          next: { status: 'failed', failureCode: 'processing_interrupted', endedAt: now },
        });
      }
    },
  );

  it.each(['callback_received', 'processing'] as const)(
    'does not expire a session that is %s, even after expires_at: its deadline counts',
    (status) => {
      const session = sessionIn(status, { processingDeadline: EXPIRES_AT + 20_000 });
      expect(clockMove(session, EXPIRES_AT + 19_999)).toBeUndefined();
      expect(clockMove(session, EXPIRES_AT + 20_000)?.steps[0].event).toBe('interrupt');
    },
  );

  it.each(FINAL_STATES)('never moves a session that is %s', (status) => {
    for (const now of [CREATED_AT, PROCESSING_DEADLINE, EXPIRES_AT, EXPIRES_AT * 2])
      expect(clockMove(sessionIn(status), now)).toBeUndefined();
  });

  it('leaves no session open for ever', () => {
    for (const status of NON_FINAL_STATES) expect(clockMove(sessionIn(status), Number.MAX_SAFE_INTEGER)).toBeDefined();
  });
});

describe('the processing deadline', () => {
  it.each([
    [5000, 1, 25_000],
    [5000, 0, 20_000],
    [1000, 3, 19_000],
  ])('is 15 s + %i ms × (1 + %i) from now', (timeoutMs, retries, ms) => {
    expect(processingDeadline(NOW, { timeoutMs, retries })).toBe(NOW + ms);
  });
});
