import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../wire/limits.ts';
import { isReturnUrl, plainlyPersonal } from '../wire/field-rules.ts';

describe('a merchant_user_ref is plainly personal', () => {
  it.each([
    'kim@example.com',
    'a.b+c@sub.example.co.kr',
    ' kim@example.com ',
    '김@예시.한국',
    'KIM@EXAMPLE.COM',
    'kim@a.b.c.d.e.f.g.h.i.j.example',
  ])('%j is an e-mail address', (ref) => {
    expect(plainlyPersonal(ref)).toBe('an e-mail address');
  });

  it.each(['+1234567', '+123456789012345', '+82 10-1234-5678', '+1 (415) 555-2671', '010-1234-5678', '02-123-4567'])(
    '%j is a phone number',
    (ref) => {
      expect(plainlyPersonal(ref)).toBe('a phone number');
    },
  );

  it.each(['900101-1234567', '050505-3000000'])('%j is a resident registration number', (ref) => {
    expect(plainlyPersonal(ref)).toBe('a resident registration number');
  });

  it('for every e-mail address of ordinary form', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(plainlyPersonal(address)).toBe('an e-mail address');
      }),
    );
  });
});

describe('a merchant_user_ref is opaque', () => {
  it.each([
    '1',
    '01012345678',
    '9001011234567',
    '+123456',
    '+1234567890123456',
    '12345-678901',
    '900101-123456',
    'kim@localhost',
    'a@b@c.example',
    '0101-2345-67890',
    '1234-5678-9012',
  ])('%j passes', (ref) => {
    expect(plainlyPersonal(ref)).toBeUndefined();
  });

  it('when it is a number, hex, base64 or a UUID', () => {
    const opaque = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
      fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      fc
        .uint8Array({ minLength: 1, maxLength: 64 })
        .map((bytes) => Buffer.from(bytes).toString('base64url'))
        .filter((text) => !/^\d+-\d+/.test(text)),
      fc.uuid(),
    );
    fc.assert(
      fc.property(opaque, (ref) => {
        expect(plainlyPersonal(ref)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});

it('no merchant_user_ref makes the rules slow', () => {
  const hostile = ['@', '.', '+', '-', ' ', '0', '(', 'a@', 'a.', '.@', '+1 ', '1 ', '0-', 'a@a.', '@.', '-0'];
  const refs = hostile.flatMap((piece) =>
    hostile.map((start) => (start + piece.repeat(LIMITS.merchantUserRefChars)).slice(0, LIMITS.merchantUserRefChars)),
  );
  const begun = process.cpuUsage();
  for (const ref of refs) for (const end of ['', '!', '@']) plainlyPersonal(ref.slice(0, -1) + end);
  const { user } = process.cpuUsage(begun);
  expect(user / 1000 / (refs.length * 3)).toBeLessThan(1);
});

describe('a return_url', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/',
    'https://shop.example:8443/a/b?c=d#e',
    'HTTPS://SHOP.EXAMPLE/',
    'https://쇼핑.한국/결제',
    'https://127.0.0.1/',
    'https://[::1]:9443/',
  ])('%s is a full HTTPS URL', (url) => {
    expect(isReturnUrl(url)).toBe(true);
  });

  it.each([
    'http://shop.example/',
    'https://',
    'https:shop.example',
    '//shop.example/',
    'shop.example',
    'javascript:alert(1)',
    'https://shop.example/ ',
    'https://shop.example/a b',
    'https://shop.example\n/',
    'https:\\\\shop.example\\',
    'https://shop.example\\@other.example/',
    'https://shop.example:99999/',
    'https://shop.example/\u0001',
    'https://%00/',
  ])('%j is none', (url) => {
    expect(isReturnUrl(url)).toBe(false);
  });
});
