import { ResultResponse } from '@authly/contract/operations/read-result';
import { CreateEnrollmentResponse } from '@authly/contract/operations/create-enrollment-session';
import { CreateVerificationResponse } from '@authly/contract/operations/create-verification-session';
import { FINAL_STATES, NON_FINAL_STATES, SESSION_STATES } from '@authly/contract/wire/states';
import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { EXPIRES_AT, JOIN, sessionIn } from '../../test/sample-session.ts';
import { creationView, resultView } from './merchant-view.ts';

const EXPIRES = new Date(EXPIRES_AT).toISOString();
const ENDED_AT = EXPIRES_AT - 5000;
const ENDED = new Date(ENDED_AT).toISOString();

describe('the answer to a creation', () => {
  const url = 'https://authly.test/hosted/#token=t';

  it('carries enrollment_session_id for an enrollment', () => {
    const session = sessionIn('created', { mode: 'enroll' });
    const view = creationView(session, url);
    expect(view).toEqual({
      enrollment_session_id: session.id,
      session_id: session.id,
      mode: 'enroll',
      status: 'created',
      popup_url: url,
      expires_at: EXPIRES,
    });
    expect(Compile(CreateEnrollmentResponse).Check(view)).toBe(true);
  });

  it('carries verification_session_id for a verification', () => {
    const session = sessionIn('created', { mode: 'verify' });
    const view = creationView(session, url);
    expect(view).toEqual({
      verification_session_id: session.id,
      session_id: session.id,
      mode: 'verify',
      status: 'created',
      popup_url: url,
      expires_at: EXPIRES,
    });
    expect(Compile(CreateVerificationResponse).Check(view)).toBe(true);
  });

  it('is the identical text on a replay, in any state of the session', () => {
    const texts = SESSION_STATES.map((status) => JSON.stringify(creationView(sessionIn(status), url)));
    expect(new Set(texts).size).toBe(1);
  });
});

describe('the result', () => {
  const common = {
    session_id: sessionIn('created').id,
    merchant_id: 'm_1',
    merchant_user_ref: 'u_1',
    expires_at: EXPIRES,
  };

  it.each(NON_FINAL_STATES)('of a session that is %s is null, and there is no failure_code', (status) => {
    expect(resultView(sessionIn(status))).toEqual({ ...common, mode: 'verify', status, result: null });
  });

  it('of a failed session is null with its failure_code', () => {
    expect(resultView(sessionIn('failed', { failureCode: 'quality_too_low' }))).toEqual({
      ...common,
      mode: 'verify',
      status: 'failed',
      failure_code: 'quality_too_low',
      result: null,
    });
  });

  it('of an expired session is null with session_expired', () => {
    expect(resultView(sessionIn('expired'))).toEqual({
      ...common,
      mode: 'verify',
      status: 'expired',
      failure_code: 'session_expired',
      result: null,
    });
  });

  it('of a canceled session is null, without failure_code and without the reason', () => {
    expect(resultView(sessionIn('canceled', { cancelReason: 'private words' }))).toEqual({
      ...common,
      mode: 'verify',
      status: 'canceled',
      result: null,
    });
  });

  it('of an enrollment that succeeded is enrolled, its finger and completed_at', () => {
    const session = sessionIn('succeeded', {
      mode: 'enroll',
      payload: { finger: 'LI' },
      outcome: { matched: null, payload: { finger: 'RM' } },
      endedAt: ENDED_AT,
    });
    expect(resultView(session)).toEqual({
      ...common,
      mode: 'enroll',
      status: 'succeeded',
      result: { enrolled: true, payload: { finger: 'RM' }, completed_at: ENDED },
    });
  });

  it.each([true, false])('of a verification that was processed is succeeded with matched %s', (matched) => {
    const session = sessionIn('succeeded', { outcome: { matched, payload: { finger: 'RI' } }, endedAt: ENDED_AT });
    expect(resultView(session)).toEqual({
      ...common,
      mode: 'verify',
      status: 'succeeded',
      result: { matched, payload: { finger: 'RI' }, completed_at: ENDED },
    });
  });

  it('of every state has the shape that the contract publishes', () => {
    const check = Compile(ResultResponse);
    for (const status of SESSION_STATES) expect(check.Check(resultView(sessionIn(status)))).toBe(true);
  });

  it('never contains join, metadata or return_url', () => {
    for (const status of [...NON_FINAL_STATES, ...FINAL_STATES]) {
      const text = JSON.stringify(
        resultView(sessionIn(status, { metadata: { planted: 1 }, returnUrl: 'https://planted.example', join: JOIN })),
      );
      expect(text).not.toMatch(/planted|appToken|match_?code|abab/i);
    }
  });
});
