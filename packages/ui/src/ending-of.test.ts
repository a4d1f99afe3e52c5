import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { describe, expect, it } from 'vitest';
import { endingOf } from './ending-of.ts';

const failed = (failureCode: string | undefined) => endingOf({ status: 'failed', mode: 'enroll', failureCode });

describe('how a session ended, in words', () => {
  it.each(Object.keys(FAILURE_CODES))('%s has its own words', (code) => {
    expect(failed(code).text).toBe(`failure_${code}`);
  });

  it.each(['from_the_future', 'toString', undefined])('%s gets a general sentence', (code) => {
    expect(failed(code).text).toBe('failure_other');
  });
});
