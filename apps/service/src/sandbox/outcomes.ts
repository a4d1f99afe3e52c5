import { FAILURE_CODES, type FailureCode } from '@authly/contract/wire/failure-codes';
import type { Mode } from '@authly/contract/wire/states';
import { fieldError } from '../http/api-error.ts';
import type { Session } from '../session/session.ts';

/** In production this key is plain metadata. */
const SANDBOX_OUTCOME_KEY = 'sandbox_outcome';

const FAILURES = Object.keys(FAILURE_CODES) as FailureCode[];

/** The outcomes that a session of this mode can ask for. */
export const sandboxOutcomes = (mode: Mode): unknown[] => [
  ...(mode === 'enroll' ? ['enrolled'] : ['matched', 'not_matched']),
  'canceled',
  'expired',
  ...FAILURES.filter((code) => mode === 'verify' || !FAILURE_CODES[code].verificationOnly),
];

export function requestedOutcome({ metadata, mode }: Session): string | undefined {
  const value = metadata?.[SANDBOX_OUTCOME_KEY];
  return sandboxOutcomes(mode).includes(value) ? (value as string) : undefined;
}

/** 400, naming the key, for an outcome that a session of this mode cannot have. */
export function requireOutcome(metadata: Readonly<Record<string, unknown>> | undefined, mode: Mode): void {
  if (metadata === undefined || !Object.hasOwn(metadata, SANDBOX_OUTCOME_KEY)) return;
  const field = `metadata.${SANDBOX_OUTCOME_KEY}`;
  const outcomes = sandboxOutcomes(mode);
  if (!outcomes.includes(metadata[SANDBOX_OUTCOME_KEY]))
    throw fieldError(field, `${field} must be one of ${outcomes.join(', ')}.`);
}
