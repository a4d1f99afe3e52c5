import { displayTextFault, merchantUserRefFault, metadataFault, returnUrlFault } from './field-rules.ts';
import { isObject } from './json-structure.ts';
import { LIMITS } from './limits.ts';
import { countChars, isStorableJson } from './wire-text.ts';

/** What a field of a merchant's request may hold. The schemas, the service and the SDK's fake service apply these rows. */
export interface FieldRule {
  readonly required?: true;
  /** The limits in the words of a schema. A field without any is an object. */
  readonly schema?: { minLength?: number; maxLength?: number; minimum?: number; maximum?: number };
  /** What is wrong beyond that: a sentence with the field and never its value. */
  readonly fault?: (value: never) => string | undefined;
}
type Rules = Readonly<Record<string, FieldRule>>;

const merchant_id = { required: true, schema: { minLength: 1, maxLength: LIMITS.merchantIdChars } } as const;
const merchant_user_ref = { required: true, schema: { minLength: 1, maxLength: LIMITS.merchantUserRefChars } } as const;

export const CREATION_RULES = {
  merchant_id,
  merchant_user_ref: { ...merchant_user_ref, fault: merchantUserRefFault },
  return_url: { schema: { maxLength: LIMITS.returnUrlChars }, fault: returnUrlFault },
  type: { schema: { minLength: 1, maxLength: LIMITS.typeChars } },
  locale: { schema: { maxLength: LIMITS.localeChars } },
  display_text: { schema: { minLength: 1, maxLength: LIMITS.displayTextChars }, fault: displayTextFault },
  metadata: { fault: metadataFault },
  payload: {},
} as const satisfies Rules;

export const CANCEL_RULES = {
  merchant_id,
  merchant_user_ref,
  reason: { schema: { maxLength: LIMITS.cancelReasonChars } },
} as const satisfies Rules;

export const RESULT_RULES = {
  merchant_user_ref,
  wait: { schema: { minimum: 0, maximum: LIMITS.resultWaitMaxS } },
} as const satisfies Rules;

/** The refused field; empty for the body as a whole. Undefined for a good request. */
export function refusedField(rules: Rules, body: unknown): string | undefined {
  if (!isObject(body) || !isStorableJson(body)) return '';
  const rows = Object.entries(rules).map(([name, rule]) => ({ name, ...rule, value: body[name] }));
  const given = rows.filter(({ value }) => value !== undefined);
  const bad =
    rows.find(({ required, value }) => required && value === undefined) ??
    given.find(({ schema, value }) => !(schema === undefined ? isObject(value) : isWithin(schema, value))) ??
    given.find(({ fault, value }) => fault?.(value as never) !== undefined);
  return bad?.name;
}

function isWithin(schema: NonNullable<FieldRule['schema']>, value: unknown): boolean {
  const { minLength = 0, maxLength = Infinity, minimum, maximum = Infinity } = schema;
  if (minimum !== undefined) return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return typeof value === 'string' && countChars(value) >= minLength && countChars(value) <= maxLength;
}
