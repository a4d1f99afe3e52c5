import type { FailureCode } from '@authly/contract/wire/failure-codes';

/** The opened features of one capture. A matcher wipes their memory when its work has ended. */
export type Template = Uint8Array<ArrayBuffer>;

/** A template that was transferred to another thread is detached here, and wiped there. */
export function wipe(template: Template): void {
  if (!template.buffer.detached) template.fill(0);
}

/** Compares templates of one biometric type. It returns a decision and never the score. */
export interface Matcher {
  /** Prepares for the first capture, so that the start does not use up its deadline. */
  warm(): Promise<void>;
  /** Whether this template may be enrolled. */
  inspect(template: Template, merchantId: string): Promise<Inspection>;
  compare(probe: Template, enrolled: Template, merchantId: string): Promise<MatchResult>;
  close(): Promise<void>;
}

export type Inspection = { readonly fit: true } | MatchFailure;
export type MatchResult = { readonly matched: boolean } | MatchFailure;
export interface MatchFailure {
  readonly failure: FailureCode;
}

/** The deadline of each inspection and comparison. After it, or when the queue is full, the result is `provider_timeout`. */
export const MATCHER_DEADLINE_MS = 5000;

/** The inspections and comparisons that run or wait. The limit of each merchant keeps its bursts from filling the queue. */
export const MATCHER_QUEUE = { all: 1024, merchant: 256 };
