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
    throw new ApiError(
      'invalid_request',
      plainFault(schema, value, within) ?? explain(validator.Errors(value)[1][0], within),
    );
  };
}

/** The commonest faults, said at once: looking for all of them takes longer than the check itself. */
function plainFault({ type, required = [] }: ObjectSchema, value: unknown, within: string): string | undefined {
  if (type !== 'object') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${within || 'The body'} must be object.`;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => (within ? `${within}.${name}` : name));
  return missing.length > 0 ? `Missing: ${missing.join(', ')}.` : undefined;
}

interface ObjectSchema {
  readonly type?: string;
  readonly required?: readonly string[];
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
