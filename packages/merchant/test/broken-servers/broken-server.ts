import type { inOrder, Steps } from './plain-server.ts';

/** The plain server with one thing done wrong. */
export interface BrokenServer {
  /** What it does wrong. */
  readonly fault: string;
  readonly steps?: Partial<Steps>;
  readonly order?: typeof inOrder;
  /** The check that is made for it. */
  readonly caughtBy: string;
  /** Other checks that the same fault trips. None but these. */
  readonly alsoTrips?: readonly string[];
  /** A check of the contract that can only warn of this fault. */
  readonly warns?: true;
}

export const nothing = (): void => undefined;
