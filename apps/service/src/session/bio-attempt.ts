import type { FailureCode } from '@authly/contract/wire/failure-codes';
import type { Instant } from './session.ts';

/** `queue`: waits for a connection. `name`, `connect`, `tls`: connects. `status`: the request was sent. `body`: a 200 arrived. */
export type BioStage = 'queue' | 'name' | 'connect' | 'tls' | 'status' | 'body';

/** A call attempt as operators see it. It contains nothing that was sent, and only contract values of the response. */
export interface BioAttempt {
  readonly at: Instant;
  readonly call: 'store' | 'lookup';
  readonly url: string;
  readonly requestId: string;
  readonly attempt: number;
  readonly stage: BioStage;
  readonly status: number | null;
  /** Only codes of the contract. */
  readonly code: string | null;
  /** A system error code such as ECONNREFUSED. */
  readonly reason: string | null;
  /** The failure code if it was the last attempt; null: success. */
  readonly failure: FailureCode | null;
  readonly ms: number;
}
