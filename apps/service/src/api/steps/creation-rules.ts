import { idempotencyKeyFault } from '@authly/contract/wire/field-rules';
import { CREATION_RULES, type FieldRule } from '@authly/contract/wire/request-rules';
import type { CreationBody } from '@authly/contract/operations/creation';
import { fieldError } from '../../http/api-error.ts';
import type { ApiCall } from '../call.ts';

/** Rules that the schema cannot express. 400 with the field name, never its value. */
export function creationRules(body: CreationBody): void {
  for (const [field, { fault }] of Object.entries<FieldRule>(CREATION_RULES)) {
    const value = body[field as keyof CreationBody];
    if (value !== undefined) refuseFault(field, fault?.(value as never));
  }
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
