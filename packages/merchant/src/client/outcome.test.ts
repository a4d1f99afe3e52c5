import { SESSION_STATES, type SessionStatus } from '@authly/contract/wire/states';
import { expect, expectTypeOf, test } from 'vitest';
import { enrolledFinger, failureGroup, isMatch, type ResultResponse } from '../index.ts';

const base = { session_id: 's', merchant_id: 'm', merchant_user_ref: 'u', expires_at: '2026-01-31T09:15:00.000Z' };
const ended = { payload: { finger: 'LM' }, completed_at: '2026-01-31T09:14:00.000Z' } as const;
/** Answers may not match the types. */
const answer = (fields: object): ResultResponse => ({ ...base, ...fields }) as ResultResponse;
const verified = (matched: unknown, status: SessionStatus = 'succeeded'): ResultResponse =>
  answer({ mode: 'verify', status, result: { matched, ...ended } });
const enrolled = (status: SessionStatus = 'succeeded'): ResultResponse =>
  answer({ mode: 'enroll', status, result: { enrolled: true, ...ended } });

test('only a succeeded verification with matched true is a match', () => {
  expect(isMatch(verified(true))).toBe(true);
  expect(isMatch(verified(false))).toBe(false);
  expect(isMatch(enrolled())).toBe(false);
  for (const status of SESSION_STATES.filter((status) => status !== 'succeeded')) {
    expect(isMatch(verified(true, status))).toBe(false);
    expect(isMatch(answer({ mode: 'verify', status, result: null }))).toBe(false);
  }
  expect(isMatch(answer({ mode: 'verify', status: 'succeeded', result: null }))).toBe(false);
  expect(isMatch(verified('true'))).toBe(false);
});

test('isMatch narrows the type to a verification that matched', () => {
  const result = verified(true);
  if (isMatch(result)) expectTypeOf(result.result.matched).toEqualTypeOf<true>();
  else expectTypeOf(result).toEqualTypeOf<ResultResponse>();
});

test("the enrolled finger is the result's, and undefined before success", () => {
  expect(enrolledFinger(enrolled())).toBe('LM');
  expect(enrolledFinger(verified(true))).toBeUndefined();
  for (const status of SESSION_STATES.filter((status) => status !== 'succeeded'))
    expect(enrolledFinger(enrolled(status))).toBeUndefined();
});

test('the group of a failure; try_again for an unknown code, undefined without a failure', () => {
  const failed = (failure_code: string) => answer({ mode: 'enroll', status: 'failed', failure_code, result: null });
  expect(failureGroup(failed('quality_too_low'))).toBe('clean_finger');
  expect(failureGroup(failed('from_the_future'))).toBe('try_again');
  expect(failureGroup(failed('toString'))).toBe('try_again');
  expect(failureGroup(enrolled())).toBeUndefined();
});
