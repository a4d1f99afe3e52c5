/** Notes which fields are read. A validator reads every field that its schema knows, and no other: `untouched` lists the rest. */
export function readFields(value: unknown): { readonly proxy: unknown; readonly untouched: () => string[] } {
  const seen = new Set<string>();
  return {
    proxy: watched(value, '', seen),
    untouched: () => pathsIn(value, '').filter((path) => !seen.has(path)),
  };
}

function watched(value: unknown, path: string, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found;
      seen.add(below(path, name));
      return watched(found, below(path, name), seen);
    },
  });
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [below(path, name), ...pathsIn(inner, below(path, name))]);
}
