import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

export type Components = Map<string, TSchema>;

export function refer(schema: TSchema, components: Components): Json {
  const id = (schema as { $id?: string }).$id;
  if (id === undefined) return schema as Json;
  components.set(id, schema);
  return { $ref: `#/components/schemas/${id}` };
}

export const componentSchemas = (components: Components): Json =>
  Object.fromEntries([...components].map(([name, schema]) => [name, withoutId(schema)]));

/** `$id` would rebase references inside the document. */
const withoutId = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)));

export const TEXT = { type: 'string' } as const;

export const parameter = (
  where: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  more: { readonly required?: boolean; readonly description?: string } = {},
): Json => ({ name, in: where, required: true, ...more, schema });

export const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;
