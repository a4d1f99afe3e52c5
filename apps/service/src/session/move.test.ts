import { APP_FAILURE_REASONS } from '@authly/contract/wire/failure-codes';
import { describe, expect, it } from 'vitest';
import { CREATED_AT, JOIN, sessionIn } from '../../test/sample-session.ts';
import { plan, type SessionInput } from './move.ts';
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
});
