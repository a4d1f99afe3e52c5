import { isStorableJson } from '@authly/contract/wire/wire-text';
import type { Static, TSchema } from 'typebox';
// `typebox/compile` would load many more modules.
import { Compile } from 'typebox/schema';
import { ApiError, fieldError } from './api-error.ts';

/** A compiled schema. Values that are invalid or cannot be stored get 400, with the field name and never the value. */
export interface Shape<T> {
  (value: unknown): T;
  readonly fields: readonly string[];
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** `within` is the field of the value, if it is not the whole body. */
export function shape<Schema extends TSchema>(schema: Schema, within = ''): Shape<Static<Schema>> {
  const validator = Compile(schema);
  const check = (value: unknown): Static<Schema> => {
    if (!validator.Check(value)) throw refusal(validator.Errors(value)[1][0], within);
    if (isStorableJson(value)) return value;
    throw new ApiError('invalid_request', 'The body holds U+0000, a lone surrogate or too deep a nesting.');
  };
  const { properties = {} } = schema as { properties?: object };
  return Object.assign(check, { fields: Object.keys(properties) });
}

function refusal(error: SchemaError | undefined, within: string): ApiError {
  if (error === undefined) return new ApiError('invalid_request');
  const field = `${within}${error.instancePath.replaceAll('/', '.')}`.replace(/^\./, '');
  if (error.keyword === 'required') {
    const missing = (error.params as { requiredProperties: string[] }).requiredProperties.map((name) =>
      field ? `${field}.${name}` : name,
    );
    return fieldError(missing[0]!, `Missing: ${missing.join(', ')}.`);
  }
  const detail = `${field || 'The body'} ${rule(error)}.`;
  return field === '' ? new ApiError('invalid_request', detail) : fieldError(field, detail);
}

function rule({ keyword, params, message }: SchemaError): string {
  const {
    allowedValues = [],
    limit = 0,
    type = '',
  } = params as {
    allowedValues?: readonly string[];
    limit?: number;
    type?: string;
  };
  const characters = `${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (keyword === 'enum') return `must be one of ${allowedValues.join(', ')}`;
  if (keyword === 'minLength') return `must have at least ${characters}`;
  if (keyword === 'maxLength') return `must have at most ${characters}`;
  if (keyword === 'type') return `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
  return message;
}
