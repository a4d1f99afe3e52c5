import { Type, type TSchema } from 'typebox';
import { FINGERS } from './fingers.ts';

export const FingerCode = Type.Enum([...FINGERS], { description: 'Left or right, index or middle finger.' });

/** One entry per biometric type: adding another touches this table and no endpoint. */
interface BiometricType {
  readonly enrollPayload: TSchema;
  readonly verifyPayload: TSchema;
}

export const BIOMETRIC_TYPES = {
  fingerprint: {
    enrollPayload: Type.Object({ finger: Type.Optional(FingerCode) }),
    verifyPayload: Type.Object({ finger: FingerCode }),
  },
} as const satisfies Record<string, BiometricType>;

export type BiometricTypeName = keyof typeof BIOMETRIC_TYPES;
export const DEFAULT_BIOMETRIC_TYPE: BiometricTypeName = 'fingerprint';

export const isBiometricType = (name: string): name is BiometricTypeName => Object.hasOwn(BIOMETRIC_TYPES, name);
