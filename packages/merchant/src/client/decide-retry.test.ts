import { ERROR_CODES, ERRORS } from '@authly/contract/errors';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuthlyError, type AuthlyErrorCode } from '../index.ts';
import { decideRetry } from './decide-retry.ts';

const ask = (
  code: AuthlyErrorCode,
  {
    status,
    retryAfterMs,
    ...question
  }: Partial<Parameters<typeof decideRetry>[0]> & { status?: number; retryAfterMs?: number } = {},
) =>
  decideRetry({
    error: new AuthlyError(code, code, { status, retryAfterMs }),
    attempts: 1,
    maxRetries: 2,
    repeatable: true,
    tokenRenewed: false,
    random: 0.5,
    ...question,
  });

test.each([
  ['aborted', {}, false, 'the caller gave up'],
  ['invalid_token', { status: 401 }, true, 'the token ended early; a fresh one is tried once'],
  ['invalid_token', { status: 401, tokenRenewed: true }, false, 'a fresh token was refused too'],
  ['network_error', { attempts: 3 }, false, 'the retries are used up'],
  [
    'rate_limited',
    { status: 429, retryAfterMs: 61_000 },
    false,
    'the service asks for a longer wait than a call should take',
  ],
  ['rate_limited', { status: 429, repeatable: false }, true, 'refused for its rate, so nothing was done'],
  [
    'unavailable',
    { status: 503, repeatable: false },
    true,
    'the service drains or its storage is down, so nothing was done',
  ],
  ['network_error', { repeatable: false }, false, 'it may have been done, and doing it again is not the same'],
  ['timeout', { repeatable: false }, false, 'it may have been done, and doing it again is not the same'],
  ['network_error', {}, true, 'no answer came, and it is safe to repeat'],
  ['timeout', {}, true, 'no answer came in time, and it is safe to repeat'],
  ['invalid_response', { status: 504 }, true, 'a proxy could not reach the service, and it is safe to repeat'],
  ['invalid_response', { status: 200 }, false, 'the service has decided'],
  ['internal_error', { status: 500 }, false, 'the service has decided'],
] as const)('%s %o: %s, because %s', (code, question, retry, reason) => {
  expect(ask(code, question)).toMatchObject({ retry, reason });
});

test("retries only three of the service's codes", () => {
  const retried = ERROR_CODES.filter((code) => ask(code, { status: ERRORS[code].status }).retry);
  expect(retried.sort()).toEqual(['invalid_token', 'rate_limited', 'unavailable']);
});

test("property: the delay is the service's, else between half and all of a doubling one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.nat(60_000)),
      (attempts, random, asked) => {
        const decision = ask('unavailable', {
          status: 503,
          attempts,
          maxRetries: 10,
          random,
          ...(asked === null ? {} : { retryAfterMs: asked }),
        });
        const full = 200 * 2 ** (attempts - 1);
        if (!decision.retry) throw new Error(decision.reason);
        if (asked !== null) expect(decision.delayMs).toBe(asked);
        else expect(decision.delayMs >= full / 2 && decision.delayMs <= full).toBe(true);
      },
    ),
  );
});
