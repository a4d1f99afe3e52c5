import type { BioOperationName } from '@authly/contract/operation-table';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAttempt } from './classify-attempt.ts';
import type { AttemptEnd } from '../outbound/exchange.ts';

const error = (code: string): Uint8Array =>
  Buffer.from(JSON.stringify({ error: { code, message: 'x', request_id: 'r' } }));
const answered = (status: number, body: Uint8Array = Buffer.from('{}')): AttemptEnd => ({
  kind: 'answered',
  status,
  body,
});
const outcomeOf = (end: AttemptEnd, call: BioOperationName): string => {
  const { failure = 'reply', retry, signatureHeld } = classifyAttempt(end, call);
  return `${failure}${retry ? ', retry' : ''}${signatureHeld ? ', signature held' : ''}`;
};

const TABLE: [what: string, end: AttemptEnd, store: string, lookup?: string][] = [
  ['no connection or a broken one', { kind: 'unreachable' }, 'merchant_bio_unavailable, retry'],
  ['the deadline passed', { kind: 'timeout' }, 'merchant_bio_timeout, retry'],
  ['too many calls wait already', { kind: 'shed' }, 'merchant_bio_unavailable'],
  ['500', answered(500, error('merchant_bio_internal_error')), 'merchant_bio_unavailable, retry'],
  ['502 with a page', answered(502, Buffer.from('<html>')), 'merchant_bio_unavailable, retry'],
  ['599', answered(599), 'merchant_bio_unavailable, retry'],
  ['400', answered(400, error('invalid_request')), 'merchant_bio_rejected'],
  ['401', answered(401, error('signature_mismatch')), 'merchant_bio_rejected'],
  [
    '404 bio_enrollment_not_found',
    answered(404, error('bio_enrollment_not_found')),
    'merchant_bio_rejected',
    'enrollment_not_found, signature held',
  ],
  ['404 with another code', answered(404, error('not_found')), 'merchant_bio_rejected'],
  ['404 with a page', answered(404, Buffer.from('<html>Not found')), 'merchant_bio_rejected'],
  ['404 with null', answered(404, Buffer.from('null')), 'merchant_bio_rejected'],
  ['404 with an error that is null', answered(404, Buffer.from('{"error":null}')), 'merchant_bio_rejected'],
  ['400 bio_enrollment_not_found', answered(400, error('bio_enrollment_not_found')), 'merchant_bio_rejected'],
  [
    '409 idempotency_conflict',
    answered(409, error('idempotency_conflict')),
    'merchant_bio_rejected, signature held',
    'merchant_bio_rejected',
  ],
  ['409 nonce_reused', answered(409, error('nonce_reused')), 'merchant_bio_rejected'],
  ['429', answered(429), 'merchant_bio_rejected'],
  ['101', { kind: 'unreachable', status: 101 }, 'merchant_bio_invalid_response'],
  ['201', answered(201), 'merchant_bio_invalid_response'],
  ['204', answered(204), 'merchant_bio_invalid_response'],
  ['301', answered(301), 'merchant_bio_invalid_response'],
  ['308', answered(308), 'merchant_bio_invalid_response'],
  ['a body over 1 MiB', { kind: 'oversize', status: 200 }, 'merchant_bio_invalid_response'],
  ['200', answered(200), 'reply'],
  ['200, then nothing until the deadline', { kind: 'timeout', status: 200 }, 'merchant_bio_timeout, retry'],
  ['200, then a broken connection', { kind: 'unreachable', status: 200 }, 'merchant_bio_unavailable, retry'],
  ['status first: 500 whose body is too large', { kind: 'oversize', status: 500 }, 'merchant_bio_unavailable, retry'],
  ['status first: 503 whose body never ends', { kind: 'timeout', status: 503 }, 'merchant_bio_unavailable, retry'],
  ['status first: 400 whose body is too large', { kind: 'oversize', status: 400 }, 'merchant_bio_rejected'],
  ['status first: 404 whose body never ends', { kind: 'timeout', status: 404 }, 'merchant_bio_rejected'],
  ['status first: 302 whose body breaks off', { kind: 'unreachable', status: 302 }, 'merchant_bio_invalid_response'],
];

describe('how an attempt ended', () => {
  it.each(TABLE.map(([what, end, store, lookup = store]) => ({ what, end, store, lookup })))(
    '$what',
    ({ end, store, lookup }) => {
      expect([outcomeOf(end, 'store'), outcomeOf(end, 'lookup')]).toEqual([store, lookup]);
    },
  );

  it('retries only after a network error, a timeout or a 5xx, with any body', () => {
    const ends = fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      body: fc.uint8Array(),
      call: fc.constantFrom<BioOperationName>('store', 'lookup'),
    });
    fc.assert(
      fc.property(ends, ({ status, body, call }) => {
        const attempted = classifyAttempt(answered(status, body), call);
        expect(attempted.retry ?? false).toBe(status >= 500);
        expect(attempted.failure === undefined).toBe(status === 200);
      }),
    );
  });
});
