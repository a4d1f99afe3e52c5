import type { BiometricTypeName } from '@authly/contract/wire/biometric-types';
import type { CaptureType } from './biometric-type.ts';
import { fingerprint } from './fingerprint.ts';

/** One entry for each type of the contract. */
export const CAPTURE_TYPES: Readonly<Record<BiometricTypeName, CaptureType>> = { fingerprint };
