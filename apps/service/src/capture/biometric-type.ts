import type { BiometricType, PayloadFields } from '@authly/contract/wire/biometric-types';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { Clock } from '../runtime/clock.ts';
import type { Use } from '../runtime/shares.ts';
import type { EngineThreads } from './engine-threads.ts';
import type { Matcher, Template } from './matcher.ts';

export interface SealedFeatures {
  readonly features: string;
  readonly encKey: string;
}

export interface SealedCapture extends SealedFeatures {
  /** The finger, for a fingerprint. */
  readonly payload: PayloadFields;
}

/** A sealing key for one use: an enrollment of one user, or a probe of one session. */
export interface CaptureKey {
  /** The associated data of the seal names it. */
  readonly context: string;
  /** Opens HPKE. Undefined: it does not open. */
  open(encapsulated: Uint8Array, ciphertext: Uint8Array, info: Uint8Array): Promise<Uint8Array | undefined>;
  mark(payloadKey: string, accepted: SealedFeatures): string;
}

/** Undefined: there is no such sealing key, or it was withdrawn. */
export type KeyOf = (keyId: string) => Promise<CaptureKey | undefined>;

export interface MatcherSettings {
  /** AUTHLY_PROVIDER_URL, the address of a certified matcher. */
  readonly matcherUrl: string | undefined;
  /** For the deadlines of comparisons. */
  readonly clock: Clock;
  /** Called with the error of a thread that died without a task. The next task starts another thread. */
  readonly onThreadError: (error: Error) => void;
  /** Threads of the built-in engine that were started before. */
  readonly threads?: EngineThreads | undefined;
  /** Called once with how to read the use of the threads. */
  readonly onLoad?: ((read: () => Use) => void) | undefined;
  /** Called with the share of the queue that was used up. */
  readonly onRefused?: ((share: string) => void) | undefined;
}

/** The service's part of a biometric type: how its captures open and compare. */
export interface CaptureType extends BiometricType {
  /** Undefined: wrong key, sealed for another use, tampered or malformed. */
  open(capture: SealedCapture, keyOf: KeyOf): Promise<Template | undefined>;
  /** The service's mark that it inspected and accepted this enrollment. Undefined: its key was withdrawn, or it names none. */
  mark(capture: SealedCapture, keyOf: KeyOf): Promise<string | undefined>;
  createMatcher(settings: MatcherSettings): Matcher;
  /** The failure of a verification with another payload than the session's, for instance another finger. */
  readonly mismatch: FailureCode;
}

export type CaptureTypes = Readonly<Record<string, CaptureType>>;
