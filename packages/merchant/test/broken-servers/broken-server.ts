import { type Call, type inOrder, plainSteps, Refusal, type Steps } from './plain-server.ts';

/** The plain server with one fault. */
export interface BrokenServer {
  readonly fault: string;
  readonly steps?: Partial<Steps>;
  readonly order?: typeof inOrder;
  readonly caughtBy: string;
  /** Other checks that the same fault trips. */
  readonly alsoTrips?: readonly string[];
  /** Checks that show the fault by the calls that they make, and pass. */
  readonly after?: readonly string[];
  /** A contract check that can only warn of this fault. */
  readonly warns?: true;
}

/** The fault is in these steps. The first check catches it; the others trip over it too. */
export function broken(fault: string, checks: string | readonly string[], steps: Partial<Steps>): BrokenServer {
  const [caughtBy = '', ...alsoTrips] = [checks].flat();
  return { fault, caughtBy, alsoTrips, steps };
}

/** Refuses calls with good fields. */
export const refusing = (
  fault: string,
  checks: string | readonly string[],
  isRefused: (call: Call) => boolean,
  code = 'invalid_request',
): BrokenServer =>
  broken(fault, checks, {
    fields: (call) => {
      plainSteps.fields(call);
      if (isRefused(call)) throw new Refusal(400, code);
    },
  });

export const nothing = (): void => undefined;
