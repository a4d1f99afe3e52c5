import type { FailureCode } from '@authly/contract/failure-codes';

/** A template that the comparison takes over: its memory is wiped when the work is done. */
export type Template = Uint8Array<ArrayBuffer>;

/**
 * The port to whatever compares fingers: the built-in engine in a worker pool, or a certified matcher over HTTP.
 * What comes back is a decision. A score stays on the other side.
 */
export interface Comparison {
  /** Is this template fit to be enrolled? */
  inspect(template: Template): Promise<Inspection>;
  compare(probe: Template, enrolled: Template): Promise<Verdict>;
  close(): Promise<void>;
}

export type Inspection = { readonly fit: true } | { readonly fit: false; readonly failure: FailureCode };
export type Verdict = { readonly matched: boolean } | { readonly failure: FailureCode };

/** One deadline for each piece of work; past it, or with the queue full, the answer is `provider_timeout`. */
export const COMPARISON_DEADLINE_MS = 5000;
