import { describe, expect, it } from 'vitest';
import { BIO_LIMITS, LIMITS } from './limits.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

describe('the limits of the merchant API', () => {
  it.each([
    ['token endpoint rate: 30 requests', LIMITS.tokenRequests, 30],
    ['… per 60 seconds', LIMITS.tokenWindowMs, 60 * SECOND_MS],
    ['JSON body: 1 MiB', LIMITS.jsonBodyBytes, 1_048_576],
    ['form-urlencoded body: 64 KiB', LIMITS.formBodyBytes, 65_536],
    ['access token lifetime: 10 minutes', LIMITS.accessTokenLifetimeS, 600],
    ['session lifetime: default 10 minutes', LIMITS.sessionLifetimeDefaultS, 600],
    ['session lifetime: hard maximum 30 minutes', LIMITS.sessionLifetimeMaxS, 1800],
    ['idempotency key retention: 24 hours', LIMITS.idempotencyRetentionMs, DAY_MS],
    ['merchant_id: 128 chars', LIMITS.merchantIdChars, 128],
    ['merchant_user_ref: 256 chars', LIMITS.merchantUserRefChars, 256],
    ['return_url: 2048 chars', LIMITS.returnUrlChars, 2048],
    ['type: 32 chars', LIMITS.typeChars, 32],
    ['locale: 16 chars', LIMITS.localeChars, 16],
    ['metadata: 4096 chars', LIMITS.metadataChars, 4096],
    ['cancel reason: 128 chars', LIMITS.cancelReasonChars, 128],
  ])('%s', (_, value, contract) => {
    expect(value).toBe(contract);
  });
});

it('metadata within its size limit is within the nesting limit', () => {
  const wrapper = '{"a":}'.length;
  const brackets = Math.floor((LIMITS.metadataChars - wrapper) / 2);
  const bodyAndMetadata = 2;
  const levels = bodyAndMetadata + brackets;
  expect(levels).toBeLessThan(LIMITS.jsonDepth);
});

describe('the limits of the Merchant Bio API', () => {
  it.each([
    ['timestamp tolerance: 5 minutes', BIO_LIMITS.timestampToleranceMs, 300 * SECOND_MS],
    ['request timeout: 5 seconds', BIO_LIMITS.requestTimeoutMs, 5 * SECOND_MS],
    ['one retry', BIO_LIMITS.retries, 1],
    ['a request has at most 1 MiB', BIO_LIMITS.requestBytes, 1_048_576],
    ['a key list is believed for 5 minutes', BIO_LIMITS.keyListMaxAgeMs, 300 * SECOND_MS],
    ['… and fetched again for an unknown key after 5 s', BIO_LIMITS.keyListCooldownMs, 5 * SECOND_MS],
    ['a reply over 1 MiB is refused', BIO_LIMITS.replyBytes, 1_048_576],
    ['rotation notice: 7 days', BIO_LIMITS.rotationNoticeMs, 7 * DAY_MS],
    ['old key published for 7 days after the switch', BIO_LIMITS.retiringMs, 7 * DAY_MS],
  ])('%s', (_, value, contract) => {
    expect(value).toBe(contract);
  });
});
