import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_METADATA_KEYS, forbiddenMetadataKey } from './metadata-keys.ts';

const meaningOf = (key: string): string | undefined => forbiddenMetadataKey({ [key]: 'x' })?.means;
const listed = Object.entries(FORBIDDEN_METADATA_KEYS).flatMap(([means, names]) =>
  names.map((name) => [name, means] as const),
);

describe('a metadata key is refused', () => {
  it.each([
    ['features', 'features'],
    ['fingerprint_template', 'features'],
    ['biometric-template', 'features'],
    ['encKey', 'enc_key'],
    ['raw_biometric', 'raw biometric'],
    ['fingerprintImage', 'raw biometric'],
    ['national_id', 'national id'],
    ['SSN', 'national id'],
    ['resident_registration_number', 'national id'],
    ['card_number', 'card number'],
    ['creditCardNumber', 'card number'],
    ['PAN', 'card number'],
  ])('%s: it means %s', (key, means) => {
    expect(forbiddenMetadataKey({ order: 7, [key]: 'x' })).toEqual({ key, means });
  });

  it('for each listed name, however it is cased and separated', () => {
    const separator = fc.constantFrom('', '_', '-', '.', ' ', '/', ':', '__', '\u200b', '\u00ad');
    const spelled = fc
      .constantFrom(...listed)
      .chain(([name, means]) =>
        fc.tuple(
          fc.constant(means),
          fc.tuple(
            ...name
              .split('')
              .map((char) =>
                fc.tuple(separator, fc.boolean()).map(([gap, upper]) => gap + (upper ? char.toUpperCase() : char)),
              ),
          ),
        ),
      );
    fc.assert(
      fc.property(spelled, ([means, chars]) => {
        expect(meaningOf(chars.join(''))).toBe(means);
      }),
      { numRuns: 500 },
    );
  });

  it('for full-width letters: ｓｓｎ', () => {
    expect(meaningOf('ｓｓｎ')).toBe('national id');
  });

  it('by the published list, whose names are folded and unique', () => {
    const names = listed.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+$/);
    expect(Object.keys(FORBIDDEN_METADATA_KEYS)).toEqual([
      'features',
      'enc_key',
      'raw biometric',
      'national id',
      'card number',
    ]);
  });
});

describe('a metadata key passes', () => {
  it.each([
    'template',
    'device_fingerprint',
    'feature',
    'company',
    'card_number_hint',
    'key',
    'sandbox_outcome',
    'toString',
    'constructor',
    '__proto__',
    '',
    '한글',
  ])('%j is harmless', (key) => {
    expect(forbiddenMetadataKey(JSON.parse(`{${JSON.stringify(key)}: 1}`))).toBeUndefined();
  });

  it('below the top level, with any name', () => {
    expect(
      forbiddenMetadataKey({ trace: { features: 1, ssn: 2, card_number: 3 }, list: [{ pan: 4 }] }),
    ).toBeUndefined();
  });
});
