/** Undefined: it threw. */
export function attempted<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
