import {
  APP_FAILURE_REASONS,
  FAILURE_CODES,
  type AppFailureReason,
  type FailureCode,
} from '@authly/contract/failure-codes';
import type { Mode } from '@authly/contract/states';
import { fieldError } from '../http/api-error.ts';
import type { Session } from '../session/session.ts';

/** The metadata key that asks for an outcome. In production it is plain metadata. */
const SANDBOX_OUTCOME_KEY = 'sandbox_outcome';

export type SandboxOutcome =
  | { readonly kind: 'enrolled' }
  | { readonly kind: 'compared'; readonly matched: boolean }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'app_failure'; readonly reason: AppFailureReason }
  | { readonly kind: 'failure'; readonly code: FailureCode };

/** Nothing is looked up or compared in an enrollment, and any finger may be enrolled. */
const VERIFICATION_ONLY: ReadonlySet<string> = new Set([
  'enrollment_not_found',
  'finger_mismatch',
  'too_many_attempts',
]);

/** The outcomes of a session of this mode. */
const sandboxOutcomes = (mode: Mode): string[] => [
  ...(mode === 'enroll' ? ['enrolled'] : ['matched', 'not_matched']),
  'canceled',
  'expired',
  ...Object.keys(FAILURE_CODES).filter((code) => mode === 'verify' || !VERIFICATION_ONLY.has(code)),
];

/** What a value asks for; undefined for one that this kind of session cannot have. */
export function sandboxOutcome(value: unknown, mode: Mode): SandboxOutcome | undefined {
  if (typeof value !== 'string' || !sandboxOutcomes(mode).includes(value)) return undefined;
  if (value === 'enrolled') return { kind: 'enrolled' };
  if (value === 'matched' || value === 'not_matched') return { kind: 'compared', matched: value === 'matched' };
  if (value === 'canceled') return { kind: 'canceled' };
  if (value === 'expired' || value === 'session_expired') return { kind: 'expired' };
  if ((APP_FAILURE_REASONS as readonly string[]).includes(value))
    return { kind: 'app_failure', reason: value as AppFailureReason };
  return { kind: 'failure', code: value as FailureCode };
}

export const askedOutcome = ({ metadata, mode }: Session): SandboxOutcome | undefined =>
  metadata !== null && SANDBOX_OUTCOME_KEY in metadata
    ? sandboxOutcome(metadata[SANDBOX_OUTCOME_KEY], mode)
    : undefined;

/** 400, naming the key, for an outcome that a session of this mode cannot have. */
export function requireOutcome(metadata: Readonly<Record<string, unknown>> | undefined, mode: Mode): void {
  if (metadata === undefined || !Object.hasOwn(metadata, SANDBOX_OUTCOME_KEY)) return;
  const field = `metadata.${SANDBOX_OUTCOME_KEY}`;
  if (sandboxOutcome(metadata[SANDBOX_OUTCOME_KEY], mode) === undefined)
    throw fieldError(field, `${field} must be one of ${sandboxOutcomes(mode).join(', ')}.`);
}
