import {
  displayTextFault,
  idempotencyKeyFault,
  merchantUserRefFault,
  metadataFault,
  returnUrlFault,
} from '@authly/contract/field-rules';
import type { CreationBody } from '@authly/contract/operations/creation';
import type { Mode } from '@authly/contract/states';
import { SANDBOX_OUTCOME_KEY, sandboxOutcome, sandboxOutcomes } from '../../sandbox/outcomes.ts';
import { fieldError } from '../../http/api-error.ts';
import type { ApiCall } from '../call.ts';

/** Rules that the schema cannot express. 400 with the field name, never its value. */
export function creationRules(body: CreationBody): void {
  const { merchant_user_ref: userRef, return_url: returnUrl, display_text: displayText, metadata } = body;
  refuseFault('merchant_user_ref', merchantUserRefFault(userRef));
  if (returnUrl !== undefined) refuseFault('return_url', returnUrlFault(returnUrl));
  if (displayText !== undefined) refuseFault('display_text', displayTextFault(displayText));
  if (metadata !== undefined) refuseFault('metadata', metadataFault(metadata));
}

function refuseFault(field: string, fault: string | undefined): void {
  if (fault !== undefined) throw fieldError(field, fault);
}

/** In the sandbox a merchant may request an outcome. One that this mode cannot have is 400. */
export function sandboxRule(metadata: CreationBody['metadata'], mode: Mode): void {
  if (metadata === undefined || !Object.hasOwn(metadata, SANDBOX_OUTCOME_KEY)) return;
  const field = `metadata.${SANDBOX_OUTCOME_KEY}`;
  if (sandboxOutcome(metadata[SANDBOX_OUTCOME_KEY], mode) === undefined)
    throw fieldError(field, `${field} must be one of ${sandboxOutcomes(mode).join(', ')}.`);
}

export function idempotencyKey(call: ApiCall): string | undefined {
  const key = call.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  refuseFault('Idempotency-Key', idempotencyKeyFault(key));
  return key;
}
