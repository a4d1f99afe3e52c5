import { Type, type TObject, type TOptional, type TSchema, type TUnsafe } from 'typebox';
import { BIOMETRIC_TYPES, type BiometricType, type Payload } from '../wire/biometric-types.ts';

export const fieldSchemas = ({ fields }: BiometricType): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { codes, description }]) => [name, Type.Enum([...codes], { description })]),
  );

export const optionalFieldSchemas = (type: BiometricType): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fieldSchemas(type)).map(([name, schema]) => [name, Type.Optional(schema)]));

export const wholePayload = (type: BiometricType): TObject => Type.Object(fieldSchemas(type));

export const partialPayload = (type: BiometricType): TObject => Type.Object(optionalFieldSchemas(type));

export function ofAnyType<Static = Payload>(
  schemaOf: (type: BiometricType) => TSchema,
  options: { readonly $id?: string; readonly description?: string } = {},
): TUnsafe<Static> {
  const schemas = Object.values(BIOMETRIC_TYPES).map(schemaOf);
  return Type.Unsafe<Static>(schemas.length === 1 ? { ...schemas[0]!, ...options } : Type.Union(schemas, options));
}

export const everyTypesFields = Object.assign({}, ...Object.values(BIOMETRIC_TYPES).map(optionalFieldSchemas)) as {
  [Field in keyof Payload]: TOptional<TUnsafe<Payload[Field]>>;
};
