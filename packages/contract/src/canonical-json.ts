/** JSON with sorted keys and no white space: two bodies that differ only in layout have the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`);
    return `{${members.join(',')}}`;
  }
  // A number that is too large for us is still not null: JSON.stringify would say that it is.
  return typeof value === 'number' && !Number.isFinite(value) ? `${value}` : (JSON.stringify(value) ?? 'null');
}
