import type { Tracer } from './tracer.ts';

type Method = (...args: unknown[]) => unknown;

/** Does not return a promise. */
const NOT_TRACED = new Set(['onChange']);
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' };

/** Adds a span to each store call of a request. Spans contain no stored data. Background work is not traced: each poll would be a trace. */
export function tracedStore<Store extends { readonly kind: keyof typeof SYSTEMS }>(
  store: Store,
  tracer: Tracer,
): Store {
  const system = SYSTEMS[store.kind];
  const traced =
    (name: string, call: Method): Method =>
    (...args) => {
      if (!tracer.isWithin()) return call(...args);
      const facts = { 'db.system.name': system, 'db.operation.name': name };
      return tracer.spanned({ name: `store ${name}`, kind: 'client', facts }, async () => call(...args));
    };
  const tracedPart = (part: string, methods: Record<string, Method>): Record<string, Method> =>
    Object.fromEntries(
      Object.entries(methods).map(([name, call]) => [
        name,
        NOT_TRACED.has(name) ? call : traced(`${part}.${name}`, call),
      ]),
    );
  const parts = Object.entries(store as Record<string, unknown>);
  return Object.fromEntries(
    parts.map(([name, value]) => [
      name,
      typeof value === 'object' ? tracedPart(name, value as Record<string, Method>) : value,
    ]),
  ) as unknown as Store;
}
