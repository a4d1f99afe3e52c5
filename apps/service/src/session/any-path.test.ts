import { APP_FAILURE_REASONS, FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import { FINGERS } from '@authly/contract/wire/fingers';
import { isFinal } from '@authly/contract/wire/states';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREATED_AT, JOIN, sessionIn } from '../../test/sample-session.ts';
import { resultView } from './merchant-view.ts';
import { clockMove, plan, type SessionInput } from './move.ts';
import type { Session } from './session.ts';

const failureCode = fc.constantFrom(...(Object.keys(FAILURE_CODES) as FailureCode[]));
const input: fc.Arbitrary<SessionInput> = fc.oneof(
  fc.constantFrom<SessionInput>({ event: 'open' }, { event: 'process' }, { event: 'expire' }, { event: 'interrupt' }),
  fc.boolean().map((confirmed): SessionInput => ({ event: 'claim', join: { ...JOIN, confirmed } })),
  fc
    .integer({ min: 0, max: 40_000 })
    .map((ms): SessionInput => ({ event: 'callback', processingDeadline: CREATED_AT + 600_000 + ms })),
  fc
    .record({ matched: fc.boolean(), payload: fc.record({ finger: fc.constantFrom(...FINGERS) }) })
    .map((outcome): SessionInput => ({ event: 'succeed', outcome })),
  failureCode.map((code): SessionInput => ({ event: 'fail', failureCode: code })),
  fc
    .constantFrom(...APP_FAILURE_REASONS)
    .map((reason): SessionInput => ({ event: 'app_failure', failureCode: reason })),
  fc.constant<SessionInput>({ event: 'cancel' }),
);
const steps = fc.array(fc.record({ input, ms: fc.integer({ min: 0, max: 120_000 }) }), { maxLength: 40 });

/** Rules of the contract for every session, in any history. */
function holdsContract(session: Session): void {
  const view = resultView(session);
  expect('failure_code' in view).toBe(session.status === 'failed' || session.status === 'expired');
  expect(view.result !== null).toBe(session.status === 'succeeded');
  expect(session.endedAt !== null).toBe(isFinal(session.status));
  expect(session.cancelReason !== null).toBe(session.status === 'canceled');
  if (session.status === 'expired') expect(view.failure_code).toBe('session_expired');
  if (session.status === 'callback_received' || session.status === 'processing')
    expect(session.processingDeadline).not.toBeNull();
}

it('no sequence of events leaves a final state or breaks a rule of the contract', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom('enroll', 'verify'), (path, mode) => {
      let session = sessionIn('created', { mode });
      let now = CREATED_AT;
      for (const step of path) {
        now += step.ms;
        const before = session;
        session = clockMove(session, now)?.next ?? session;
        const planned = plan(session, step.input, now);
        if ('next' in planned) session = planned.next;
        expect(isFinal(before.status) && session !== before).toBe(false);
        holdsContract(session);
      }
    }),
    { numRuns: 1000 },
  );
});
