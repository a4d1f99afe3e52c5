import { describe, expect, it } from 'vitest';
import { CREATED_AT, EXPIRES_AT, JOIN, sessionIn } from '../../test/sample-session.ts';
import { deviceResult } from './device-result.ts';
import { creationView, resultView } from './merchant-view.ts';
import { clockMove, decide, isByClock, processingDeadline } from './move.ts';
import { endOf } from './progress.ts';

const matched = (is: boolean) => ({ outcome: { matched: is, payload: { finger: 'RI' } } });
const ENROLLED = { outcome: { matched: null, device: 'bound', payload: { finger: 'RI' } } } as const;

describe('by time', () => {
  it.each([
    ['an open session expires', sessionIn('opened'), EXPIRES_AT, 'expired', 'session_expired'],
    ['a session in processing', sessionIn('processing'), CREATED_AT + 60_000, 'failed', 'processing_interrupted'],
  ] as const)('%s at its time and not a millisecond before', (_, session, at, status, failureCode) => {
    expect(clockMove(session, at - 1)).toBeUndefined();
    const move = clockMove(session, at)!;
    expect(move.next).toMatchObject({ status, failureCode });
    expect(isByClock(move)).toBe(true);
  });

  it('a session that has ended stays so', () => expect(clockMove(sessionIn('canceled'), EXPIRES_AT)).toBeUndefined());

  it('processing may take 15 s and every attempt of the merchant’s call', () =>
    expect(processingDeadline(0, { timeoutMs: 5000, retries: 1 })).toBe(25_000));
});

it('a capture is accepted only after the join check', () => {
  const unchecked = sessionIn('app_launched', { join: { ...JOIN, confirmed: false } });
  expect(decide(unchecked, 'callback')).toEqual({ refusal: 'not_confirmed' });
  expect(decide(sessionIn('app_launched', { join: null }), 'callback')).toEqual({ refusal: 'not_confirmed' });
  expect(decide(sessionIn('app_launched'), 'callback')).toMatchObject({ to: 'callback_received' });
  expect(decide(sessionIn('failed', { processingDeadline: null }), 'callback')).toEqual({
    refusal: 'session_finalized',
  });
  expect(decide(sessionIn('failed'), 'callback')).not.toHaveProperty('refusal', 'session_finalized');
});

it.each([
  ['enrolled', sessionIn('succeeded', ENROLLED)],
  ['matched', sessionIn('succeeded', matched(true))],
  ['not_matched', sessionIn('succeeded', matched(false))],
  ['failed', sessionIn('failed')],
  ['expired', sessionIn('expired')],
  [undefined, sessionIn('processing')],
])('the end of a session: %s', (end, session) => expect(endOf(session)).toBe(end));

it.each([
  ['refused', sessionIn('failed', { failureCode: 'device_not_recognized' })],
  ['refused', sessionIn('failed', { failureCode: 'device_not_bound' })],
  ['bound', sessionIn('succeeded', ENROLLED)],
  [undefined, sessionIn('failed')],
])('the part of a device: %s', (part, session) => expect(deviceResult(session)).toBe(part));

describe('a merchant sees', () => {
  const expires_at = new Date(EXPIRES_AT).toISOString();
  const completed_at = new Date(CREATED_AT + 50_000).toISOString();
  const common = { session_id: sessionIn('created').id, merchant_id: 'm_1', merchant_user_ref: 'u_1', expires_at };

  it.each([
    [sessionIn('opened'), { mode: 'verify', status: 'opened', result: null }],
    [sessionIn('failed'), { mode: 'verify', status: 'failed', failure_code: 'provider_error', result: null }],
    [
      sessionIn('succeeded', matched(false)),
      { mode: 'verify', status: 'succeeded', result: { matched: false, payload: { finger: 'RI' }, completed_at } },
    ],
    [
      sessionIn('succeeded', { ...ENROLLED, mode: 'enroll' }),
      {
        mode: 'enroll',
        status: 'succeeded',
        result: { enrolled: true, payload: { finger: 'RI' }, device: 'bound', completed_at },
      },
    ],
  ])('the result of a session: %#', (session, view) => expect(resultView(session)).toEqual({ ...common, ...view }));

  it.each(['enroll', 'verify'] as const)('the creation of a session to %s', (mode) => {
    const session = sessionIn('created', { mode });
    const own = mode === 'enroll' ? 'enrollment_session_id' : 'verification_session_id';
    const said = { session_id: session.id, status: 'created', popup_url: 'https://a.test/', expires_at, mode };
    expect(creationView(session, 'https://a.test/')).toEqual({ ...said, [own]: session.id });
  });
});
