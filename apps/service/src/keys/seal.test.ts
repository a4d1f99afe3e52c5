import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masterKeyOf } from '../../test/memory-keys.ts';
import { KEY_PURPOSES } from '../config/key-purposes.ts';
import { parseMasterKey } from '../config/master-key.ts';
import { seal, SealError, sealingKey, unseal, type SealContext } from './seal.ts';

const master = masterKeyOf(1);
const context: SealContext = { environment: 'test', purpose: 'bio-signing', keyId: 'bio_1' };
const plain = Buffer.from('the private part');

describe('a master key', () => {
  const base64 = Buffer.alloc(32, 7).toString('base64');

  it.each([base64, base64.replace('=', ''), `  ${base64}\n`])('%j is base64 of 32 bytes', (text) => {
    expect(Buffer.from(parseMasterKey(text)!.bytes)).toEqual(Buffer.alloc(32, 7));
  });

  it.each([
    '',
    'x',
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    Buffer.alloc(32).toString('hex'),
    `${base64}=`,
    base64.replace('B', '-'),
    `${base64.slice(0, 20)}\n${base64.slice(20)}`,
    `"${base64}"`,
  ])('%j is not a master key', (text) => {
    expect(parseMasterKey(text)).toBeUndefined();
  });

  it('is never used directly: each purpose has a derived key', () => {
    const keys = KEY_PURPOSES.map((purpose) => sealingKey(master, purpose).export().toString('hex'));
    expect(new Set([...keys, Buffer.from(master.bytes).toString('hex')]).size).toBe(KEY_PURPOSES.length + 1);
  });
});

describe('a seal', () => {
  it('opens in its own context', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(unseal(master, context, seal(master, context, bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('is never the same twice, and does not contain the plain text', () => {
    const sealed = Buffer.from(seal(master, context, plain));
    expect(sealed.equals(seal(master, context, plain))).toBe(false);
    expect(sealed.includes(plain)).toBe(false);
  });

  it.each([{ environment: 'production' }, { purpose: 'access-token' }, { keyId: 'bio_2' }] as const)(
    'does not open in another row: %j',
    (elsewhere) => {
      expect(() => unseal(master, { ...context, ...elsewhere }, seal(master, context, plain))).toThrow(SealError);
    },
  );

  it('does not open if any byte was changed', () => {
    const sealed = seal(master, context, plain);
    for (let i = 0; i < sealed.length; i++) {
      const tampered = Uint8Array.from(sealed).with(i, sealed[i]! ^ 1);
      expect(() => unseal(master, context, tampered)).toThrow(SealError);
    }
  });

  it('does not open if it was truncated', () => {
    const sealed = seal(master, context, plain);
    for (let length = 0; length < sealed.length; length++)
      expect(() => unseal(master, context, sealed.subarray(0, length))).toThrow(SealError);
  });

  it('fails with key id and cause, without the content', () => {
    expect(() => unseal(masterKeyOf(2), context, seal(master, context, plain))).toThrow(
      'key bio_1 (bio-signing) cannot be decrypted: it was encrypted with another master key, or its row was changed',
    );
  });
});
