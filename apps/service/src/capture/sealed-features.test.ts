import { randomBytes } from 'node:crypto';
import { FINGERS } from '@authly/contract/fingers';
import { describe, expect, it, vi } from 'vitest';
import { sealed } from '../../test/app-side.ts';
import type { SealedCapture } from './biometric-type.ts';
import { fingerprint } from './fingerprint.ts';

const TEMPLATE = Buffer.from('FMR\0 20\0 a template of some bytes');
const asSealed = (
  { finger, features, enc_key: encKey }: ReturnType<typeof sealed>,
  more: Partial<SealedCapture> = {},
): SealedCapture => ({ payload: { finger }, features, encKey, ...more });
const changedAt = (text: string, byte: number): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[byte < 0 ? bytes.length + byte : byte]! ^= 1;
  return bytes.toString('base64');
};
const cutTo = (text: string, bytes: number): string =>
  Buffer.from(text, 'base64').subarray(0, bytes).toString('base64');

describe('sealed features', () => {
  it.each(FINGERS)('open with their key as the finger they were sealed for: %s', (finger) => {
    expect(Buffer.from(fingerprint.open(asSealed(sealed(TEMPLATE, finger)))!)).toEqual(TEMPLATE);
  });

  it('open however many times they are sealed anew', () => {
    const [one, other] = [sealed(TEMPLATE), sealed(TEMPLATE)];
    expect(one.features).not.toBe(other.features);
    expect(fingerprint.open(asSealed(one))).toEqual(fingerprint.open(asSealed(other)));
  });

  it('are opened into memory of their own, which can be wiped and transferred', () => {
    const template = fingerprint.open(asSealed(sealed(TEMPLATE)))!;
    expect([template.byteOffset, template.buffer.byteLength]).toEqual([0, TEMPLATE.length]);
  });
});

describe('do not open', () => {
  const good = asSealed(sealed(TEMPLATE));
  const otherKey = randomBytes(32).toString('base64');
  it.each<[string, Partial<SealedCapture>]>([
    ['with another key', { encKey: otherKey }],
    ['as another finger', { payload: { finger: 'LI' } }],
    ['with a changed IV', { features: changedAt(good.features, 0) }],
    ['with changed ciphertext', { features: changedAt(good.features, 12) }],
    ['with a changed tag', { features: changedAt(good.features, -1) }],
    ['cut short by a byte', { features: cutTo(good.features, Buffer.from(good.features, 'base64').length - 1) }],
    ['cut down to IV and tag', { features: cutTo(good.features, 28) }],
    ['cut down to less than IV and tag', { features: cutTo(good.features, 27) }],
    ['empty', { features: '' }],
    ['with an empty key', { encKey: '' }],
    ['with a key of 16 bytes', { encKey: randomBytes(16).toString('base64') }],
    ['with a key of 33 bytes', { encKey: randomBytes(33).toString('base64') }],
    ['in base64url', { features: `-_${good.features.slice(2)}` }],
    ['with a line break', { features: `${good.features}\n` }],
    ['with blanks between', { features: `    ${good.features}` }],
    ['without their padding', { encKey: good.encKey.replace('=', '') }],
    ['with padding in the middle', { features: `AAA=${good.features}` }],
    ['that are not base64 at all', { features: '€€€€' }],
  ])('features %s', (_, more) => {
    expect(fingerprint.open({ ...good, ...more })).toBeUndefined();
  });

  it('a key whose last character carries bits that mean nothing: one key has one text', () => {
    const last = good.encKey.at(-2)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const twin = alphabet[alphabet.indexOf(last) ^ 1]!;
    expect(fingerprint.open({ ...good, encKey: `${good.encKey.slice(0, -2)}${twin}=` })).toBeUndefined();
  });

  it('what seals an empty template', () => {
    expect(fingerprint.open(asSealed(sealed(new Uint8Array())))).toBeUndefined();
  });
});

describe('buffers that held key, ciphertext or template', () => {
  it.each([
    ['opened', {}],
    ['refused', { payload: { finger: 'LM' } }],
  ])('are wiped when the features were %s', (_, more) => {
    const good = asSealed(sealed(TEMPLATE), more);
    const made: Buffer[] = [];
    const from = Buffer.from.bind(Buffer) as (...args: unknown[]) => Buffer;
    const watch = vi.spyOn(Buffer, 'from').mockImplementation(((...args: unknown[]) => {
      const buffer = from(...args);
      if (args[1] === 'base64') made.push(buffer);
      return buffer;
    }) as never);
    fingerprint.open(good);
    watch.mockRestore();
    expect(made).toHaveLength(2);
    expect(made.every((buffer) => buffer.length > 0 && buffer.every((byte) => byte === 0))).toBe(true);
  });
});
