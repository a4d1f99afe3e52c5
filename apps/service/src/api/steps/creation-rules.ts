import {
  displayTextFault,
  idempotencyKeyFault,
  merchantUserRefFault,
  metadataFault,
  returnUrlFault,
} from '@authly/contract/wire/field-rules';
import type { CreationBody } from '@authly/contract/operations/creation';
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

export function idempotencyKey(call: ApiCall): string | undefined {
  const key = call.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  refuseFault('Idempotency-Key', idempotencyKeyFault(key));
  return key;
}
