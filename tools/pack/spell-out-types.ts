import { pathToFileURL } from 'node:url';
import type { LooseSchema } from '../generate/reference/fields.ts';

/** Turns a module of schemas into a module of types, because the package does not depend on typebox. */
export async function spellOutTypes(file: string): Promise<string> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  const schemas = exported.filter((entry): entry is [string, LooseSchema] => isSchema(entry[1]));
  return `${schemas.map(([name, schema]) => `${hoverText(schema)}export type ${name} = ${typeText(schema)};`).join('\n')}\nexport {};\n`;
}

const JSON_TYPES = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('anyOf' in value || ('type' in value && JSON_TYPES.has(value.type as string)));

function typeText(schema: LooseSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' | ');
  if (schema.type === 'array') return `(${typeText(schema.items ?? {})})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return schema.type ?? 'unknown';
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${hoverText(field)}${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(field)};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}

const hoverText = ({ description }: LooseSchema): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
