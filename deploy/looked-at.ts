export interface LookedAt {
  /** The same to whoever reads it. */
  readonly proxy: unknown;
  /** The paths of what nobody has read. */
  readonly untouched: () => string[];
}

/** Notes which fields somebody reads. What checks a value by a schema reads every field that the schema knows, and no other. */
export function lookedAt(value: unknown): LookedAt {
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
