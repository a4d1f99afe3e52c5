import { type Call, type inOrder, plainSteps, Refusal, type Steps } from './plain-server.ts';

/** The plain server with one fault. */
export interface BrokenServer {
  readonly fault: string;
  readonly steps?: Partial<Steps>;
  readonly order?: typeof inOrder;
  readonly caughtBy: string;
  /** Checks that show the fault by the calls that they make, and pass. */
  readonly after?: readonly string[];
  /** A contract check that can only warn of this fault. */
  readonly warns?: true;
}

/** The fault is in these steps. */
export const broken = (fault: string, caughtBy: string, steps: Partial<Steps>): BrokenServer => ({
  fault,
  caughtBy,
  steps,
});

/** Refuses calls with good fields. */
export const refusing = (
  fault: string,
  caughtBy: string,
  isRefused: (call: Call) => boolean,
  code = 'invalid_request',
): BrokenServer =>
  broken(fault, caughtBy, {
    fields: (call) => {
      plainSteps.fields(call);
      if (isRefused(call)) throw new Refusal(400, code);
    },
  });

export const nothing = (): void => undefined;
