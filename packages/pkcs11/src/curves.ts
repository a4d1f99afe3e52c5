const fromHex = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text, 'hex'));

export interface Curve {
  readonly keyType: number;
  readonly generation: number;
  /** CKA_EC_PARAMS: devices know one of these. */
  readonly parameters: readonly Buffer[];
  readonly pointBytes: number;
  /** How devices encode the point: an OCTET STRING by the standard, a BIT STRING in some, bare in others. */
  readonly pointPrefixes: readonly Buffer[];
  readonly spkiPrefix: Buffer;
  /** CKA_SIGN or CKA_DERIVE: what the private key may be used for, and nothing else. */
  readonly use: number;
}

export const CURVES = {
  ed25519: {
    keyType: 0x40,
    generation: 0x1055,
    // By its OID, and by the name that 3.0 gives it.
    parameters: fromHex('06032b6570', '130c656477617264733235353139'),
    pointBytes: 32,
    pointPrefixes: fromHex('0420', '032100', ''),
    spkiPrefix: Buffer.from('302a300506032b6570032100', 'hex'),
    use: 0x108,
  },
  p256: {
    keyType: 0x3,
    generation: 0x1040,
    parameters: fromHex('06082a8648ce3d030107'),
    pointBytes: 65,
    pointPrefixes: fromHex('0441', '034200', ''),
    spkiPrefix: Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
    use: 0x10c,
  },
} as const satisfies Record<string, Curve>;

export type CurveName = keyof typeof CURVES;
