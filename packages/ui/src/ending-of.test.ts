import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { describe, expect, it } from 'vitest';
import { endingOf } from './ending-of.ts';

const failed = (failureCode: string | undefined) => endingOf({ status: 'failed', mode: 'enroll', failureCode });

describe('how a session ended, in words', () => {
  it.each(Object.entries(FAILURE_CODES))('%s gets the sentence of its group', (code, { group }) => {
    expect(failed(code).text).toBe(`failure_${group}`);
  });

  it.each(['from_the_future', 'toString', undefined])('%s: the person tries again', (code) => {
    expect(failed(code).text).toBe('failure_try_again');
  });

  it('a person who declined is not told that it failed', () => {
    expect(failed('user_declined')).toEqual({ icon: 'stopped', title: 'declined_title', text: 'failure_declined' });
  });
});
