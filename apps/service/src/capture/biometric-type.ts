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

/** The app's `enc_key`, read. */
export interface EncKey {
  readonly text: string;
  readonly keyId: string;
  readonly encapsulated: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** The sealing key that an `enc_key` names. The associated data of the seal has the context: one user's enrollments, or one session's probe. */
export interface CaptureKey {
  readonly key: {
    open(encapsulated: Uint8Array, ciphertext: Uint8Array, info: Uint8Array): Promise<Uint8Array | undefined>;
    mark(context: string, payloadKey: string, accepted: SealedFeatures): string;
  };
  readonly context: string;
}

/** A capture and its key. */
export interface KeyedCapture extends Pick<SealedCapture, 'payload' | 'features'>, CaptureKey {
  readonly encKey: EncKey;
}

export interface MatcherSettings {
  /** AUTHLY_PROVIDER_URL, the address of a certified matcher. */
  readonly matcherUrl: string | undefined;
  /** The text of AUTHLY_PROVIDER_TOKEN_FILE. */
  readonly matcherToken: string | undefined;
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
  /** Returns undefined if it was sealed for another use, tampered with or malformed. */
  open(capture: KeyedCapture): Promise<Template | undefined>;
  createMatcher(settings: MatcherSettings): Matcher;
  /** The failure of a verification with another payload than the session's, for instance another finger. */
  readonly mismatch: FailureCode;
}

export type CaptureTypes = Readonly<Record<string, CaptureType>>;
