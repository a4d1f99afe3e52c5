import { isPossibleOutcome, SANDBOX_OUTCOME_KEY, sandboxOutcomes } from '@authly/contract/wire/sandbox-outcomes';
import type { Mode } from '@authly/contract/wire/states';
import { fieldError } from '../http/api-error.ts';
import type { Session } from '../session/session.ts';

export function requestedOutcome({ metadata, mode }: Session): string | undefined {
  const value = metadata?.[SANDBOX_OUTCOME_KEY];
  return sandboxOutcomes(mode).includes(value) ? (value as string) : undefined;
}

/** 400, naming the key, for an outcome that a session of this mode cannot have. */
export function requireOutcome(metadata: Readonly<Record<string, unknown>> | undefined, mode: Mode): void {
  const field = `metadata.${SANDBOX_OUTCOME_KEY}`;
  if (!isPossibleOutcome(metadata, mode))
    throw fieldError(field, `${field} must be one of ${sandboxOutcomes(mode).join(', ')}.`);
}
