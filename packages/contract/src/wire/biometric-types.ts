import type { BioErrorCode } from './bio/errors.ts';
import { FINGERS } from './fingers.ts';

/** A field of a payload: one code of a closed list. */
export interface PayloadField {
  /** No code contains a slash: see `payloadKey`. */
  readonly codes: readonly string[];
  /** A description for the docs. */
  readonly description: string;
  /** The Bio API's error for another code. */
  readonly unsupported: BioErrorCode;
}

/** One biometric type. Its fields, such as the finger, identify an enrollment. */
export interface BiometricType {
  /** The fields of its payload. */
  readonly fields: Readonly<Record<string, PayloadField>>;
}

/** Biometric types by name. */
export type BiometricTypes = Readonly<Record<string, BiometricType>>;

/** A new type changes this table and no endpoint. Every payload schema is made from it. */
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

/** The fields of a payload: `{ finger }` for a fingerprint. */
export type Payload = {
  [Name in BiometricTypeName]: { [Field in keyof FieldsOf<Name>]: Codes<FieldsOf<Name>[Field]> };
}[BiometricTypeName];

/** The fields of a payload whose type is not known at compile time. Never features, never a key. */
export type PayloadFields = Readonly<Record<string, string>>;

/** Undefined also for names that objects inherit. */
export const biometricType = <Entry>(types: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined;

/** Only the type's own fields that are present. */
export const payloadFields = ({ fields }: BiometricType, payload: object): PayloadFields =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => Object.hasOwn(payload, name))
      .map((name) => [name, (payload as PayloadFields)[name]!]),
  );

/** A payload's fields as one text, `RI` for a fingerprint. It identifies an enrollment, and its features are sealed for it. */
export const payloadKey = ({ fields }: BiometricType, payload: PayloadFields): string =>
  Object.keys(fields)
    .map((name) => payload[name])
    .join('/');
