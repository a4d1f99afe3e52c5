import {
  APP_FAILURE_REASONS,
  FAILURE_CODES,
  type AppFailureReason,
  type FailureCode,
} from '@authly/contract/failure-codes';
import type { Mode } from '@authly/contract/states';
import type { Session } from '../session/session.ts';

/** The metadata key that asks for an outcome. In production it is plain metadata. */
export const SANDBOX_OUTCOME_KEY = 'sandbox_outcome';

export type SandboxOutcome =
  | { readonly kind: 'enrolled' }
  | { readonly kind: 'compared'; readonly matched: boolean }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'app_failure'; readonly reason: AppFailureReason }
  | { readonly kind: 'failure'; readonly code: FailureCode };

/** What a value asks for; undefined for one that this kind of session cannot have. */
export function sandboxOutcome(value: unknown, mode: Mode): SandboxOutcome | undefined {
  if (value === 'enrolled') return mode === 'enroll' ? { kind: 'enrolled' } : undefined;
  if (value === 'matched' || value === 'not_matched')
    return mode === 'verify' ? { kind: 'compared', matched: value === 'matched' } : undefined;
  if (value === 'canceled') return { kind: 'canceled' };
  if (value === 'expired' || value === 'session_expired') return { kind: 'expired' };
  if ((APP_FAILURE_REASONS as readonly unknown[]).includes(value))
    return { kind: 'app_failure', reason: value as AppFailureReason };
  if (typeof value === 'string' && Object.hasOwn(FAILURE_CODES, value))
    return { kind: 'failure', code: value as FailureCode };
  return undefined;
}

export const askedOutcome = ({ metadata, mode }: Session): SandboxOutcome | undefined =>
  metadata !== null && SANDBOX_OUTCOME_KEY in metadata
    ? sandboxOutcome(metadata[SANDBOX_OUTCOME_KEY], mode)
    : undefined;
