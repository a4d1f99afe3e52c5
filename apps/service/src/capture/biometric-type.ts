import type { BiometricType, PayloadFields } from '@authly/contract/biometric-types';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { Clock } from '../config/clock.ts';
import type { EngineThreads } from './engine-threads.ts';
import type { Matcher, Template } from './matcher.ts';

/** Features and key as they travel: text, not looked into before they are opened. */
export interface SealedFeatures {
  readonly features: string;
  readonly encKey: string;
}

/** What an app captured, and of what: of which finger, for a fingerprint. */
export interface SealedCapture extends SealedFeatures {
  readonly payload: PayloadFields;
}

/** A sealing key as it is for one use: an enrollment of this user's, or a probe of this session. */
export interface CaptureKey {
  /** What the capture must be bound to. */
  readonly context: string;
  /** By HPKE. Undefined: it does not open. */
  open(encapsulated: Uint8Array, ciphertext: Uint8Array, info: Uint8Array): Promise<Uint8Array | undefined>;
}

/** Undefined: there is no such sealing key, or it was withdrawn. */
export type KeyOf = (keyId: string) => Promise<CaptureKey | undefined>;

export interface MatcherSettings {
  /** AUTHLY_PROVIDER_URL: a certified matcher of the operator's choice. */
  readonly matcherUrl: string | undefined;
  /** What the deadlines of comparisons run on. */
  readonly clock: Clock;
  /** Called with the error of a thread that died while it had no work. */
  readonly onThreadError: (error: Error) => void;
  /** The built-in engine's, where they were started ahead. */
  readonly threads?: EngineThreads | undefined;
}

/** What the service does with captures of one biometric type, in addition to the contract's entry. */
export interface CaptureType extends BiometricType {
  /** How its features open. Undefined where they do not: wrong key, sealed for something else, tampered or malformed. */
  open(capture: SealedCapture, keyOf: KeyOf): Promise<Template | undefined>;
  /** How a template is inspected, and how two are compared. */
  createMatcher(settings: MatcherSettings): Matcher;
  /** The failure of a verification for which the app captured something else than was asked for. */
  readonly mismatch: FailureCode;
}

export type CaptureTypes = Readonly<Record<string, CaptureType>>;
