import { LIMITS } from '@authly/contract/limits';
import { plainlyPersonal } from '@authly/contract/merchant-user-ref';
import { forbiddenMetadataKey } from '@authly/contract/metadata-keys';
import { isReturnUrl } from '@authly/contract/return-url';
import type { CreationBody } from '@authly/contract/session';
import { countChars } from '@authly/contract/wire-text';
import type { Mode } from '@authly/contract/states';
import { SANDBOX_OUTCOME_KEY, sandboxOutcome } from '../../capture/sandbox-outcomes.ts';
import { ApiError } from '../api-error.ts';

/** The rules of a creation that a schema cannot say. 400, naming the field, never its value. */
export function creationRules({ merchant_user_ref: userRef, return_url: returnUrl, metadata }: CreationBody): void {
  const personal = plainlyPersonal(userRef);
  if (personal !== undefined)
    throw new ApiError('invalid_request', `merchant_user_ref looks like ${personal}: send an opaque reference.`);
  if (returnUrl !== undefined && !isReturnUrl(returnUrl))
    throw new ApiError('invalid_request', 'return_url must be a full HTTPS URL.');
  if (metadata !== undefined) metadataRules(metadata);
}

function metadataRules(metadata: object): void {
  if (countChars(JSON.stringify(metadata)) > LIMITS.metadataChars) {
    throw new ApiError(
      'invalid_request',
      `metadata must not be longer than ${LIMITS.metadataChars} characters as JSON.`,
    );
  }
  const forbidden = forbiddenMetadataKey(metadata);
  if (forbidden)
    throw new ApiError('invalid_request', `metadata.${forbidden.key} is not allowed: it means ${forbidden.means}.`);
}

/** In the sandbox a merchant may ask for an outcome; one that this kind of session cannot have is refused, naming the key. */
export function sandboxRule(metadata: CreationBody['metadata'], mode: Mode): void {
  if (metadata === undefined || !Object.hasOwn(metadata, SANDBOX_OUTCOME_KEY)) return;
  if (sandboxOutcome(metadata[SANDBOX_OUTCOME_KEY], mode) === undefined)
    throw new ApiError('invalid_request', `metadata.${SANDBOX_OUTCOME_KEY} is no outcome of this kind of session.`);
}
