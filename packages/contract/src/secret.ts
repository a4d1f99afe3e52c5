import type { TSchema } from 'typebox';

/** The mark of a field whose value may never be logged. Redaction is driven by it; a test pins the resulting list. */
export const SECRET_MARK = 'x-authly-secret';

export const secret = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, [SECRET_MARK]: true });

/** The names of all fields that carry the mark anywhere in these schemas. */
export function secretFieldNames(schemas: readonly TSchema[]): string[] {
  const names = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const properties = (schema as { properties?: Record<string, object> }).properties ?? {};
    for (const [name, child] of Object.entries(properties)) if (SECRET_MARK in child) names.add(name);
    for (const child of Object.values(schema)) visit(child);
  };
  schemas.forEach(visit);
  return [...names].sort();
}
