import type { FailureCode } from '@authly/contract/failure-codes';
import type { Instant } from './session.ts';

/**
 * How far an attempt of a Bio call came. `queue`: it waited for a connection. `name`, `connect`, `tls`: the connection was being made. `status`: the
 * request was sent, and the status answers it or never came. `body`: a 200 came, and its body was read.
 */
export const BIO_STAGES = ['queue', 'name', 'connect', 'tls', 'status', 'body'] as const;
export type BioStage = (typeof BIO_STAGES)[number];

/** One attempt of a call to a merchant's Bio API, as an operator may see it: nothing that was sent, and of the answer only what stands in the contract's tables. */
export interface BioAttempt {
  readonly at: Instant;
  readonly call: 'store' | 'lookup';
  readonly url: string;
  /** The `X-Request-Id` that was sent. */
  readonly requestId: string;
  /** From 1. */
  readonly attempt: number;
  readonly stage: BioStage;
  readonly status: number | null;
  /** The merchant's error code, if it is one of the contract's. */
  readonly code: string | null;
  /** What the system said of a connection that failed, such as ECONNREFUSED. */
  readonly reason: string | null;
  /** What it would have meant for the session, had it been the last; null: the answer was good. */
  readonly failure: FailureCode | null;
  readonly ms: number;
}
