import { FAILURE_CODES, type FailureCode } from './failure-codes.ts';
import type { Mode } from './states.ts';

/** In production this key is plain metadata. */
export const SANDBOX_OUTCOME_KEY = 'sandbox_outcome';

const FAILURES = Object.keys(FAILURE_CODES) as FailureCode[];

/** The outcomes that a session of this mode can ask for in the environment `test`. */
export const sandboxOutcomes = (mode: Mode): unknown[] => [
  ...(mode === 'enroll' ? ['enrolled'] : ['matched', 'not_matched']),
  'canceled',
  'expired',
  ...FAILURES.filter((code) => mode === 'verify' || !FAILURE_CODES[code].verificationOnly),
];

export const isPossibleOutcome = (metadata: object | undefined, mode: Mode): boolean =>
  metadata === undefined ||
  !Object.hasOwn(metadata, SANDBOX_OUTCOME_KEY) ||
  sandboxOutcomes(mode).includes((metadata as Record<string, unknown>)[SANDBOX_OUTCOME_KEY]);
