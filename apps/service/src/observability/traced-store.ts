import { spanned, type Tracer } from './tracer.ts';

type Method = (...args: unknown[]) => unknown;

/** Returns how to unsubscribe instead of a promise. */
const NOT_TRACED = new Set(['onChange']);
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' };

/**
 * The same store, with a span for each call of a request. Spans carry no stored data. Background work, such as polling for webhooks, is not
 * traced: each poll would be a trace of its own.
 */
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
      return spanned(tracer, { name: `store ${name}`, kind: 'client', facts }, async () => call(...args));
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
