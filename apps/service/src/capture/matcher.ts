import type { FailureCode } from '@authly/contract/failure-codes';
import type { CaptureOwner } from './fair-queue.ts';

/** The opened features of one capture. A matcher takes them over and wipes their memory when the work is done, however it ends. */
export type Template = Uint8Array<ArrayBuffer>;

/** What went to another thread is detached here, and wiped there. */
export function wipe(template: Template): void {
  if (!template.buffer.detached) template.fill(0);
}

/**
 * Whatever compares two templates of one biometric type: the built-in engine in a worker pool, or a certified matcher over HTTP.
 * It answers with a decision; the score stays inside it. Askers take turns.
 */
export interface Matcher {
  /** Ready for the first capture before it comes, so that it does not pay for the start out of its own deadline. */
  warm(): Promise<void>;
  /** Is this template fit to be enrolled? */
  inspect(template: Template, owner: CaptureOwner): Promise<Inspection>;
  compare(probe: Template, enrolled: Template, owner: CaptureOwner): Promise<MatchResult>;
  /** A template that is nobody's, for the sandbox, however long it takes. Undefined: too many wait for one. */
  synthesize(touch: SyntheticTouch, owner: CaptureOwner): Promise<Template | undefined>;
  close(): Promise<void>;
}

/** Which synthetic body part, and which of its touches: the same numbers give the same template. */
export interface SyntheticTouch {
  readonly finger: number;
  readonly impression: number;
}

export type Inspection = { readonly fit: true } | { readonly fit: false; readonly failure: FailureCode };
export type MatchResult = { readonly matched: boolean } | MatchFailure;
export interface MatchFailure {
  readonly failure: FailureCode;
  /** The probe is an enrolled view again. */
  readonly replayed?: true;
}

/** The deadline of each inspection and comparison: past it, or with the queue full, the answer is `provider_timeout`. */
export const MATCHER_DEADLINE_MS = 5000;
