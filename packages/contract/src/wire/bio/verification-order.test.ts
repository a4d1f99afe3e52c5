import { expect, it } from 'vitest';
import { SIGNATURE_HEADERS } from './canonical-request.ts';
import { BIO_ERROR_CODES } from './errors.ts';
import { BIO_REQUEST_HEADERS } from './headers.ts';
import { VERIFICATION_ORDER } from './verification-order.ts';

it('the order has the contract’s nine steps, with the binding checks between the eighth and the ninth', () => {
  expect(VERIFICATION_ORDER.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 'then', 9]);
});

it('every code of the error table belongs to a step', () => {
  const answered = new Set(VERIFICATION_ORDER.flatMap(({ refusals }) => refusals.map(({ code }) => code)));
  expect(BIO_ERROR_CODES.filter((code) => !answered.has(code))).toEqual([]);
});

it('a call has the contract’s nine headers, those of the signature first', () => {
  const names = BIO_REQUEST_HEADERS.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...Object.values(SIGNATURE_HEADERS), 'x-request-id', 'idempotency-key', 'content-type']);
});
