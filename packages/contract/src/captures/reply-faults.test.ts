import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINGERS } from '../wire/fingers.ts';
import { type LookupRequest, lookup as lookupCall } from './lookup.ts';
import { replyFaults } from './replies.ts';
import { type StoreRequest, store as storeCall } from './store.ts';

const store = { ...storeCall.example.body, merchant_user_ref: 'user-1' } as StoreRequest;
const lookup = { ...lookupCall.example.body, merchant_user_ref: 'user-1' } as LookupRequest;
const stored = { stored: true };
const found = { found: true, payload: { features: 'f', enc_key: 'k' } };
const storeHolds = (reply: unknown): boolean => replyFaults('store', store, reply).length === 0;
const lookupHolds = (reply: unknown): boolean => replyFaults('lookup', lookup, reply).length === 0;

/** The rules of the shared fields; each value is merged into a valid reply. */
const SHARED: readonly (readonly [what: string, holds: boolean, fields: object])[] = [
  ['merchant_user_ref of the request', true, { merchant_user_ref: 'user-1' }],
  ['merchant_user_ref in other case', false, { merchant_user_ref: 'USER-1' }],
  ['a merchant_user_ref that is null', false, { merchant_user_ref: null }],
  ['type of the request', true, { type: 'fingerprint' }],
  ['another type', false, { type: 'face' }],
  ['an enrollment_ref', true, { enrollment_ref: 'e' }],
  ['an empty enrollment_ref', false, { enrollment_ref: '' }],
  ['a time', true, { stored_at: '2026-01-31T18:15:00+09:00', enrolled_at: '2026-01-31T18:15:00+09:00' }],
  ['a time that is none', false, { stored_at: '2026-02-30T00:00:00Z', enrolled_at: '2026-02-30T00:00:00Z' }],
  ['a field nobody knows', true, { extra: { deep: [] } }],
];

const BROKEN = [null, undefined, [], [stored], 'stored', 1, true];

describe('a store reply', () => {
  it.each([
    ['the least', true, stored],
    ['nothing', false, {}],
    ['stored false', false, { stored: false }],
    ['stored as text', false, { stored: 'true' }],
    ['an empty payload', true, { stored: true, payload: {} }],
    ['the finger of the request', true, { stored: true, payload: { finger: 'RI' } }],
    ['another finger', false, { stored: true, payload: { finger: 'LI' } }],
    ['a finger code nobody supports', false, { stored: true, payload: { finger: 'RX' } }],
    ['a payload that is null', false, { stored: true, payload: null }],
    ['a payload that is an array', false, { stored: true, payload: [] }],
  ])('%s: %s', (_what, holds, reply) => {
    expect(storeHolds(reply)).toBe(holds);
  });

  it.each(SHARED)('%s: %s', (_what, holds, fields) => {
    expect(storeHolds({ ...stored, ...fields })).toBe(holds);
  });

  it.each(BROKEN)('is an object: %j is refused', (reply) => {
    expect(storeHolds(reply)).toBe(false);
  });
});

describe('a lookup reply', () => {
  it.each([
    ['the least', true, found],
    ['nothing', false, {}],
    ['found false', false, { ...found, found: false }],
    ['found missing', false, { payload: found.payload }],
    ['no payload', false, { found: true }],
    ['a payload that is null', false, { found: true, payload: null }],
    ['no features', false, { found: true, payload: { enc_key: 'k' } }],
    ['empty features', false, { found: true, payload: { features: '', enc_key: 'k' } }],
    ['no enc_key', false, { found: true, payload: { features: 'f' } }],
    ['an empty enc_key', false, { found: true, payload: { features: 'f', enc_key: '' } }],
    ['the finger of the request', true, { found: true, payload: { ...found.payload, finger: 'RI' } }],
    ['another finger', false, { found: true, payload: { ...found.payload, finger: 'RM' } }],
    ['a finger code nobody supports', false, { found: true, payload: { ...found.payload, finger: 'ri' } }],
  ])('%s: %s', (_what, holds, reply) => {
    expect(lookupHolds(reply)).toBe(holds);
  });

  it.each(SHARED)('%s: %s', (_what, holds, fields) => {
    expect(lookupHolds({ ...found, ...fields })).toBe(holds);
  });

  it.each(BROKEN)('is an object: %j is refused', (reply) => {
    expect(lookupHolds(reply)).toBe(false);
  });
});

describe('any reply', () => {
  it('says that it is not JSON, rather than what it lacks', () =>
    expect(replyFaults('store', store, undefined)).toEqual([
      expect.stringMatching(/^the answer is not JSON in UTF-8/),
    ]));

  it('no JSON value makes the check throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (reply) => {
        expect(storeHolds(reply)).toBe(false);
        expect(lookupHolds(reply)).toBe(false);
      }),
    );
  });

  it('a valid reply echoes the request in every field it returns', () => {
    const maybe = <T>(values: readonly T[]): fc.Arbitrary<T | undefined> =>
      fc.option(fc.constantFrom(...values), { nil: undefined });
    const replies = fc.record({
      ref: maybe(['user-1', 'user-2', '']),
      type: maybe(['fingerprint', 'face']),
      finger: maybe([...FINGERS, 'XX']),
      at: maybe(['2026-01-31T09:15:00Z', 'yesterday']),
    });
    fc.assert(
      fc.property(replies, ({ ref, type, finger, at }) => {
        const reply = JSON.parse(
          JSON.stringify({ stored: true, merchant_user_ref: ref, type, payload: { finger }, stored_at: at }),
        ) as unknown;
        const expected =
          [undefined, 'user-1'].includes(ref) &&
          type !== 'face' &&
          [undefined, 'RI'].includes(finger) &&
          at !== 'yesterday';
        expect(storeHolds(reply)).toBe(expected);
      }),
    );
  });
});
