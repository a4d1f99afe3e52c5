import { displayTextFault, merchantUserRefFault, metadataFault, returnUrlFault } from './field-rules.ts';
import { LIMITS } from './limits.ts';
import { countChars, isStorableJson } from './wire-text.ts';

/** What a field of a merchant's request may hold. The schemas, the service and the SDK's fake service apply these rows. */
export interface FieldRule {
  readonly type: 'string' | 'object' | 'integer';
  readonly required?: true;
  /** Characters of a text, or the value of a number. */
  readonly min?: number;
  readonly max?: number;
  /** What is wrong beyond that: a sentence with the field and never its value. */
  readonly fault?: (value: never) => string | undefined;
}
type Rules = Readonly<Record<string, FieldRule>>;

const merchant_id = { type: 'string', required: true, min: 1, max: LIMITS.merchantIdChars } as const;
const merchant_user_ref = { type: 'string', required: true, min: 1, max: LIMITS.merchantUserRefChars } as const;

export const CREATION_RULES = {
  merchant_id,
  merchant_user_ref: { ...merchant_user_ref, fault: merchantUserRefFault },
  return_url: { type: 'string', max: LIMITS.returnUrlChars, fault: returnUrlFault },
  type: { type: 'string', min: 1, max: LIMITS.typeChars },
  locale: { type: 'string', max: LIMITS.localeChars },
  display_text: { type: 'string', min: 1, max: LIMITS.displayTextChars, fault: displayTextFault },
  metadata: { type: 'object', fault: metadataFault },
  payload: { type: 'object' },
} as const satisfies Rules;

export const CANCEL_RULES = {
  merchant_id,
  merchant_user_ref,
  reason: { type: 'string', max: LIMITS.cancelReasonChars },
} as const satisfies Rules;

export const RESULT_RULES = {
  merchant_user_ref,
  wait: { type: 'integer', min: 0, max: LIMITS.resultWaitMaxS },
} as const satisfies Rules;

/** The limits of a row as a schema has them. */
export const limitsOf = ({ min, max }: FieldRule) => ({
  ...(min === undefined ? {} : { minLength: min }),
  ...(max === undefined ? {} : { maxLength: max }),
});

/** The refused field; empty for the body as a whole. Undefined for a good request. */
export function refusedField(rules: Rules, body: unknown): string | undefined {
  if (!isOfType('object', body) || !isStorableJson(body)) return '';
  const fields = body as Readonly<Record<string, unknown>>;
  const isBad = ([name, rule]: [string, FieldRule]): boolean => {
    const value = fields[name];
    return value === undefined ? rule.required === true : !isOfType(rule.type, value) || !isWithin(rule, value);
  };
  const hasFault = ([name, { fault }]: [string, FieldRule]): boolean =>
    fields[name] !== undefined && fault?.(fields[name] as never) !== undefined;
  const rows = Object.entries(rules);
  return (rows.find(isBad) ?? rows.find(hasFault))?.[0];
}

const isOfType = (type: FieldRule['type'], value: unknown): boolean =>
  type === 'integer'
    ? Number.isInteger(value)
    : typeof value === type && value !== null && !(type === 'object' && Array.isArray(value));

function isWithin({ min = 0, max = Infinity }: FieldRule, value: unknown): boolean {
  const size = typeof value === 'string' ? countChars(value) : value;
  return typeof size !== 'number' || (size >= min && size <= max);
}
