import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BioRefusal } from '../index.ts';
import { decodeBase64, utf8 } from './encoding.ts';
import { parseBioBody } from './parse-bio-body.ts';
import { readSignedHeaders } from './signed-headers.ts';
import { sampleLookup, sampleStore } from '../testing/index.ts';

/** Any other error would be a 500. */
const refusesOrReturns = (parse: () => unknown): void => {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof BioRefusal)) throw error;
    expect(error.status).toBeLessThan(500);
  }
};

describe('bodies', () => {
  test('property: any bytes are parsed or refused', () => {
    const property = fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('store' as const, 'lookup' as const),
      (bytes, endpoint) => {
        refusesOrReturns(() => parseBioBody(endpoint, new Uint8Array(bytes)));
      },
    );
    expect(fc.check(property).counterexample).toBeNull();
  });

  test('property: a good body with any one value replaced by any JSON is parsed or refused, and the refusal does not quote it', () => {
    const names = [
      'merchant_id',
      'merchant_user_ref',
      'enrollment_session_id',
      'type',
      'captured_at',
      'payload',
      '__proto__',
      'constructor',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), fc.uuid(), (name, value, marker) => {
        const text = JSON.stringify({ ...sampleStore(), [name]: 0 }).replace(
          `"${name}":0`,
          `"${name}":${JSON.stringify([marker, value])}`,
        );
        expect(() => refusesOrReturns(() => parseBioBody('store', utf8(text)))).not.toThrow();
        try {
          parseBioBody('store', utf8(text));
        } catch (error) {
          expect(`${(error as BioRefusal).reason} ${(error as Error).message}`).not.toContain(marker);
        }
      }),
    );
  });

  test('property: every finger and any storable text pass, byte for byte', () => {
    const storable = fc
      .array(fc.oneof(fc.integer({ min: 1, max: 0xff }), fc.integer({ min: 1, max: 0x10ffff })), { minLength: 1 })
      .map((points) => String.fromCodePoint(...points).toWellFormed());
    fc.assert(
      fc.property(
        fc.constantFrom('LI', 'LM', 'RI', 'RM'),
        storable,
        storable,
        (finger, merchant_user_ref, features) => {
          const store = sampleStore({ merchant_user_ref, payload: { finger, features } });
          expect(parseBioBody('store', utf8(JSON.stringify(store)))).toEqual(store);
          const lookup = sampleLookup({ merchant_user_ref, payload: { finger } });
          expect(parseBioBody('lookup', utf8(JSON.stringify(lookup)))).toEqual(lookup);
        },
      ),
    );
  });

  test('refuses a body that is nested ten thousand levels deep', () => {
    expect(() => parseBioBody('store', utf8(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`))).toThrow(BioRefusal);
  });
});

test('property: any headers are read or refused', () => {
  const header = fc.stringMatching(/^[!-~]{0,120}$/);
  const property = fc.property(fc.array(header, { minLength: 6, maxLength: 6 }), (values) => {
    const names = ['merchant-id', 'key-id', 'timestamp', 'nonce', 'content-sha256', 'signature'];
    refusesOrReturns(() => readSignedHeaders(new Headers(names.map((name, i) => [`x-service-${name}`, values[i]!]))));
  });
  expect(fc.check(property).counterexample).toBeNull();
});

describe('encodings', () => {
  test('property: decodes only canonical base64', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const decoded = decodeBase64(text);
        expect(decoded === undefined || Buffer.from(decoded).toString('base64') === text).toBe(true);
      }),
    );
  });
});
