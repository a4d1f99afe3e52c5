import type { Store } from '../storage/store.ts';
import { spanned, type Tracer } from '../observability/tracer.ts';

type Method = (...args: unknown[]) => unknown;

/** Tells how to stop instead of giving a promise. */
const NO_CALL = new Set(['onChange']);
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' };

/**
 * The same store, with a span for each call that belongs to a request. Nothing of what is stored or asked for is in it. What runs by
 * itself, such as looking for webhooks every other second, would be a trace of its own each time.
 */
export function tracedStore(store: Store, tracer: Tracer): Store {
  const facts = { 'db.system.name': SYSTEMS[store.kind] };
  const traced = (name: string, call: Method): Method =>
    function (...args) {
      const work = (): unknown => call(...args);
      if (!tracer.isWithin()) return work();
      return spanned(
        tracer,
        { name: `store ${name}`, kind: 'client', facts: { ...facts, 'db.operation.name': name } },
        async () => work(),
      );
    };
  const part = (partName: string, methods: Record<string, Method>): Record<string, Method> =>
    Object.fromEntries(
      Object.entries(methods).map(([name, call]) => [
        name,
        NO_CALL.has(name) ? call : traced(`${partName}.${name}`, call),
      ]),
    );
  return Object.fromEntries(
    Object.entries(store).map(([name, value]) => [name, typeof value === 'object' ? part(name, value) : value]),
  ) as unknown as Store;
}
