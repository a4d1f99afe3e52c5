import type { BioErrorCode } from './bio/errors.ts';
import { FINGERS } from './fingers.ts';

/** A field of a payload: one code out of a closed list. */
export interface PayloadField {
  /** None contains a slash: see `payloadKey`. */
  readonly codes: readonly string[];
  /** What it says, for the docs. */
  readonly description: string;
  /** What a merchant's Bio API answers to another code. */
  readonly unsupported: BioErrorCode;
}

/**
 * One biometric type. Its fields say what was captured, such as which finger: a creation names them, a result shows them, the service
 * keeps them, and a merchant's store files an enrollment by them. Where enrollment data travels, the payload has `features` and
 * `enc_key` as well, for every type.
 */
export interface BiometricType {
  /** The fields of its payload. */
  readonly fields: Readonly<Record<string, PayloadField>>;
}

/** Biometric types by name. */
export type BiometricTypes = Readonly<Record<string, BiometricType>>;

/** One entry per type. A new type changes this table and no endpoint. Every schema of a payload is made from it. */
export const BIOMETRIC_TYPES = {
  fingerprint: {
    fields: {
      finger: {
        codes: FINGERS,
        description: 'Left or right, index or middle finger.',
        unsupported: 'unsupported_finger',
      },
    },
  },
} as const satisfies BiometricTypes;

export type BiometricTypeName = keyof typeof BIOMETRIC_TYPES;
export const DEFAULT_BIOMETRIC_TYPE: BiometricTypeName = 'fingerprint';

type FieldsOf<Name extends BiometricTypeName> = (typeof BIOMETRIC_TYPES)[Name]['fields'];
type Codes<Field> = Field extends { readonly codes: readonly (infer Code)[] } ? Code : never;

/** The fields of a payload, for each type of the table: `{ finger }` for a fingerprint. */
export type Payload = {
  [Name in BiometricTypeName]: { [Field in keyof FieldsOf<Name>]: Codes<FieldsOf<Name>[Field]> };
}[BiometricTypeName];

/** The fields of a payload where the type is not known at compile time. Never features, never a key. */
export type PayloadFields = Readonly<Record<string, string>>;

/** The entry of this name; undefined for any other, even for names that objects inherit. */
export const biometricType = <Entry>(types: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined;

/** Only the type's own fields, and of these only what is there: whatever else was sent is left behind. */
export const payloadFields = ({ fields }: BiometricType, payload: object): PayloadFields =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => Object.hasOwn(payload, name))
      .map((name) => [name, (payload as PayloadFields)[name]!]),
  );

/** A payload's fields as one text, `RI` for a fingerprint: what an enrollment is filed by, and what its features are sealed for. */
export const payloadKey = ({ fields }: BiometricType, payload: PayloadFields): string =>
  Object.keys(fields)
    .map((name) => payload[name])
    .join('/');
