import type { TSchema } from 'typebox';
import { table } from '../markdown.ts';

export interface LooseSchema {
  readonly type?: string;
  readonly title?: string;
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

export const fieldTable = (schema: TSchema): string => table(['Field', 'Type', 'Required', 'Rules'], fieldRows(schema));

export const fieldRows = (schema: TSchema): string[][] => rowsOf(schema, '', true);

function rowsOf(schema: LooseSchema, prefix: string, parentRequired: boolean): string[][] {
  return fieldsOf(schema).flatMap(({ name, field, presence }) => {
    const shown = parentRequired || presence !== 'yes' ? presence : 'no';
    const nested = field.items?.properties
      ? rowsOf(field.items, `${prefix}${name}[].`, true)
      : rowsOf(field, `${prefix}${name}.`, shown !== 'no');
    return [[`\`${prefix}${name}\``, typeOf(field), shown, rulesOf(field)], ...nested];
  });
}

/** The fields of an object or of its variants. A field of one variant has that variant's title as its presence. */
function fieldsOf(schema: LooseSchema): { name: string; field: LooseSchema; presence: string }[] {
  const variants = (schema.anyOf ?? [schema]).filter(({ properties }) => properties !== undefined);
  const isShared = (name: string): boolean => variants.every(({ properties = {} }) => name in properties);
  const seen = new Set<string>();
  return variants.flatMap(({ properties = {}, required = [], title = 'in one variant' }) =>
    Object.entries(properties)
      .filter(([name]) => !seen.has(name) && seen.add(name))
      .map(([name, field]) => ({
        name,
        field,
        presence: !required.includes(name) ? 'no' : isShared(name) ? 'yes' : title,
      })),
  );
}

function typeOf(schema: LooseSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.enum || schema.const !== undefined) return typeof (schema.const ?? schema.enum?.[0]);
  return schema.type ?? 'any';
}

function rulesOf(schema: LooseSchema): string {
  const { minLength, maxLength } = schema;
  const rules = [
    schema.const !== undefined && `\`${JSON.stringify(schema.const)}\``,
    schema.enum && schema.enum.map((value) => `\`${value}\``).join(', '),
    maxLength !== undefined && `${lengths(minLength, maxLength)} characters`,
    maxLength === undefined && minLength !== undefined && 'not empty',
    schema.default !== undefined && `default \`${schema.default}\``,
    schema.format === 'date-time' && 'ISO 8601 UTC',
    schema.description,
  ];
  return sentences(rules.filter((rule) => typeof rule === 'string'));
}

const lengths = (least: number | undefined, most: number): string =>
  least === undefined ? `at most ${most}` : least === most ? `${most}` : `${least}–${most}`;

const sentences = (rules: readonly string[]): string =>
  rules.map((rule) => rule.replace(/^[a-z]/, (letter) => letter.toUpperCase())).join('. ');
