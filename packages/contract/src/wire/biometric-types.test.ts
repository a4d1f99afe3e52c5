import { describe, expect, it } from 'vitest';
import { BIOMETRIC_TYPES, biometricType, payloadFields, payloadKey, type BiometricType } from './biometric-types.ts';

const field = (...codes: string[]) => ({ codes, description: '', unsupported: 'invalid_request' }) as const;
const palm: BiometricType = { fields: { hand: field('L', 'R'), pose: field('flat', 'bent') } };
const face: BiometricType = { fields: {} };

describe('a payload', () => {
  it('has a key made of its codes: for a fingerprint the finger', () => {
    expect(payloadKey(BIOMETRIC_TYPES.fingerprint, { finger: 'LM' })).toBe('LM');
    expect(payloadKey(palm, { pose: 'flat', hand: 'R' })).toBe('R/flat');
    expect(payloadKey(face, {})).toBe('');
  });

  it('keeps only the fields of its type', () => {
    expect(payloadFields(palm, { hand: 'L', features: 'AAAA', enc_key: 'AAAA', finger: 'RI' })).toEqual({ hand: 'L' });
    expect(payloadFields(face, { finger: 'RI' })).toEqual({});
  });

  it('has no inherited fields', () => {
    expect(payloadFields({ fields: { toString: field('a') } }, {})).toEqual({});
  });
});

it('no code of any type has a slash, so that no two payloads share a key', () => {
  for (const { fields } of Object.values<BiometricType>(BIOMETRIC_TYPES))
    for (const { codes } of Object.values(fields)) expect(codes.join('')).not.toContain('/');
});

it('an inherited property name is not a type', () => {
  expect(biometricType(BIOMETRIC_TYPES, 'toString')).toBeUndefined();
});
