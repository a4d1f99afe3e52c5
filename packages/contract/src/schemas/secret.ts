import type { TSchema } from 'typebox';

export const SECRET_MARK = 'x-authly-secret';

export const secret = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, [SECRET_MARK]: true });

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
