/** Compared as a whole, case-folded and without separators: `Card-Number` is refused, `card_number_hint` is not. */
export const FORBIDDEN_METADATA_KEYS = {
  features: [
    'features',
    'biofeatures',
    'biometricfeatures',
    'fingerprintfeatures',
    'featuredata',
    'featurevector',
    'minutiae',
    'minutia',
    'fingerprintminutiae',
    'fingerprinttemplate',
    'fingertemplate',
    'biometrictemplate',
    'biotemplate',
    'isotemplate',
  ],
  enc_key: ['enckey', 'encryptionkey', 'encryptkey', 'featureskey', 'bioenckey'],
  'raw biometric': [
    'rawbiometric',
    'rawbiometrics',
    'rawbiometricdata',
    'biometric',
    'biometrics',
    'biometricdata',
    'rawfingerprint',
    'fingerprint',
    'fingerprints',
    'fingerprintdata',
    'fingerprintimage',
    'fingerimage',
    'rawimage',
    'biometricimage',
  ],
  'national id': [
    'nationalid',
    'nationalidnumber',
    'nationalidentitynumber',
    'ssn',
    'socialsecuritynumber',
    'rrn',
    'residentregistrationnumber',
    'residentnumber',
    'residentid',
    'juminnumber',
    'mynumber',
    'passportnumber',
    'passportno',
  ],
  'card number': [
    'cardnumber',
    'cardno',
    'creditcard',
    'creditcardnumber',
    'creditcardno',
    'debitcardnumber',
    'paymentcardnumber',
    'pan',
    'primaryaccountnumber',
  ],
} as const;

const meaning = new Map<string, string>(
  Object.entries(FORBIDDEN_METADATA_KEYS).flatMap(([means, names]) => names.map((name) => [name, means] as const)),
);

const fold = (key: string): string =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}\p{Cf}]/gu, '');

export function forbiddenMetadataKey(metadata: object): { key: string; means: string } | undefined {
  for (const key of Object.keys(metadata)) {
    const means = meaning.get(fold(key));
    if (means !== undefined) return { key, means };
  }
  return undefined;
}
