import type { FailureCode } from '@authly/contract/failure-codes';

/** The opened features of one capture. A matcher takes them over and wipes their memory when the work is done, however it ends. */
export type Template = Uint8Array<ArrayBuffer>;

/** A template that was transferred to another thread is detached here, and wiped there. */
export function wipe(template: Template): void {
  if (!template.buffer.detached) template.fill(0);
}

/**
 * Compares two templates of one biometric type: the built-in engine in a worker pool, or a certified matcher over HTTP.
 * It answers with a decision; the score stays inside it.
 */
export interface Matcher {
  /** Starts what the first capture needs, so that its deadline does not pay for the start. */
  warm(): Promise<void>;
  /** Is this template fit to be enrolled? */
  inspect(template: Template, merchantId: string): Promise<Inspection>;
  compare(probe: Template, enrolled: Template, merchantId: string): Promise<MatchResult>;
  close(): Promise<void>;
}

export type Inspection = { readonly fit: true } | { readonly fit: false; readonly failure: FailureCode };
export type MatchResult = { readonly matched: boolean } | MatchFailure;
export interface MatchFailure {
  readonly failure: FailureCode;
  /** Does not count as a verification attempt: the probe is a copy of an enrolled view, or the enrollment does not open. */
  readonly uncounted?: true;
}

/** The deadline of each inspection and comparison. After it, or with the queue full, the answer is `provider_timeout`. */
export const MATCHER_DEADLINE_MS = 5000;

/** Inspections and comparisons that run or wait, of all merchants and of one: a burst of one merchant cannot fill the queue. */
export const MATCHER_QUEUE = { inAll: 1024, each: 256 };
