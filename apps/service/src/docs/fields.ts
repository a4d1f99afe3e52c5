import type { TSchema } from 'typebox';
import type { Table } from './section.ts';

interface LooseSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Record<string, LooseSchema>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly LooseSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly items?: LooseSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean;
  readonly format?: string;
}

/** The fields of a schema as a table, those of nested objects with dotted names. */
export const fieldTable = (schema: TSchema): Table => ({
  columns: ['Field', 'Type', 'Required', 'Rules'],
  rows: rowsOf(schema, '', true),
});

function rowsOf(schema: LooseSchema, prefix: string, parentRequired: boolean): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const required = parentRequired && (schema.required?.includes(name) ?? false);
    const nested = child.items?.properties
      ? rowsOf(child.items, `${prefix}${name}[].`, true)
      : rowsOf(child, `${prefix}${name}.`, required);
    return [[`\`${prefix}${name}\``, typeOf(child), required ? 'yes' : 'no', rulesOf(child)], ...nested];
  });
}

function typeOf(schema: LooseSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum || schema.const !== undefined) return typeof (schema.const ?? schema.enum?.[0]);
  return schema.type ?? 'any';
}

function rulesOf(schema: LooseSchema): string {
  const { minLength, maxLength } = schema;
  const rules = [
    schema.const !== undefined && `\`${JSON.stringify(schema.const)}\``,
    schema.enum && schema.enum.map((value) => `\`${value}\``).join(', '),
    maxLength !== undefined &&
      (minLength === undefined ? `at most ${maxLength} characters` : `${minLength}–${maxLength} characters`),
    maxLength === undefined && minLength !== undefined && 'not empty',
    schema.default !== undefined && `default \`${schema.default}\``,
    schema.format === 'date-time' && 'ISO 8601 UTC',
    schema.description,
  ];
  return rules.filter((rule) => rule).join('; ');
}
