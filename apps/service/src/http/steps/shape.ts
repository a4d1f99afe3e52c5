import type { Static, TSchema } from 'typebox';
// The compiler alone: `typebox/compile` loads 146 modules more, for what nobody here does.
import { Compile } from 'typebox/schema';
import { ApiError } from '../api-error.ts';

/** A compiled schema that refuses with 400 and says which field is wrong, never what its value was. */
export type Shape<T> = (value: unknown) => T;

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** `within` names the field that the value came from, where it is not the whole body. */
export function shape<Schema extends TSchema>(schema: Schema, within = ''): Shape<Static<Schema>> {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return value;
    throw new ApiError('invalid_request', explain(validator.Errors(value)[1][0], within));
  };
}

function explain(error: SchemaError | undefined, within: string): string | undefined {
  if (error === undefined) return undefined;
  const field = `${within}${error.instancePath.replaceAll('/', '.')}`.replace(/^\./, '');
  if (error.keyword === 'required') {
    const missing = (error.params as { requiredProperties: string[] }).requiredProperties.map((name) =>
      field ? `${field}.${name}` : name,
    );
    return `Missing: ${missing.join(', ')}.`;
  }
  return `${field || 'The body'} ${error.message}.`;
}
