import {
  displayTextFault,
  idempotencyKeyFault,
  merchantUserRefFault,
  metadataFault,
  returnUrlFault,
} from '@authly/contract/field-rules';
import type { CreationBody } from '@authly/contract/operations/creation';
import type { Mode } from '@authly/contract/states';
import { SANDBOX_OUTCOME_KEY, sandboxOutcome } from '../../capture/sandbox-outcomes.ts';
import { ApiError } from '../api-error.ts';
import type { ApiCall } from '../call.ts';

/** The rules of a creation that a schema cannot say. 400, naming the field, never its value. */
export function creationRules(body: CreationBody): void {
  const { merchant_user_ref: userRef, return_url: returnUrl, display_text: displayText, metadata } = body;
  const fault =
    merchantUserRefFault(userRef) ??
    (returnUrl === undefined ? undefined : returnUrlFault(returnUrl)) ??
    (displayText === undefined ? undefined : displayTextFault(displayText)) ??
    (metadata === undefined ? undefined : metadataFault(metadata));
  if (fault !== undefined) throw new ApiError('invalid_request', fault);
}

/** In the sandbox a merchant may ask for an outcome; one that this kind of session cannot have is refused, naming the key. */
export function sandboxRule(metadata: CreationBody['metadata'], mode: Mode): void {
  if (metadata === undefined || !Object.hasOwn(metadata, SANDBOX_OUTCOME_KEY)) return;
  if (sandboxOutcome(metadata[SANDBOX_OUTCOME_KEY], mode) === undefined)
    throw new ApiError('invalid_request', `metadata.${SANDBOX_OUTCOME_KEY} is no outcome of this kind of session.`);
}

/** 400 for a key that the contract does not allow. */
export function idempotencyKey(call: ApiCall): string | undefined {
  const key = call.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  const fault = idempotencyKeyFault(key);
  if (fault !== undefined) throw new ApiError('invalid_request', fault);
  return key;
}
