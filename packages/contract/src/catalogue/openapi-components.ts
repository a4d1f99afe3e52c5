import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

export type Components = Map<string, TSchema>;

export function refer(schema: TSchema, components: Components): Json {
  const id = (schema as { $id?: string }).$id;
  if (id === undefined) return schema as Json;
  components.set(id, schema);
  return { $ref: `#/components/schemas/${id}` };
}

export const componentSchemas = (components: Components): Json => Object.fromEntries(components);

/**
 * What generators of clients need: `$id` would rebase references, an enum without a type is read as anything, and a field
 * with a default as required.
 */
export const forGenerators = (document: Json): Json =>
  JSON.parse(
    JSON.stringify(document, (key, value: Json | null) => {
      if (key === '$id') return undefined;
      if (typeof value !== 'object' || value === null) return value;
      if ('enum' in value) return { type: 'string', ...value };
      const { default: preset, ...schema } = value;
      return preset === undefined || schema['type'] === undefined
        ? value
        : { ...schema, description: `${String(schema['description'])} Default: \`${preset as string}\`.` };
    }),
  ) as Json;

export const TEXT = { type: 'string' } as const;

export const parameter = (
  where: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  more: { readonly required?: boolean; readonly description?: string } = {},
): Json => ({ name, in: where, required: true, ...more, schema });

export const CONTACT = { name: 'The operator of your service' } as const;
export const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;
