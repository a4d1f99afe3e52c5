const SHORT = 48;

export function prettyJson(value: unknown, indent = 2, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(
    ([key, child]) => `${isList ? '' : `${JSON.stringify(key)}: `}${prettyJson(child, indent, depth + 1)}`,
  );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = parts.length === 0 ? open + close : `${open} ${parts.join(', ')} ${close}`;
  if (depth > 0 && line.length <= SHORT && !line.includes('\n')) return line;
  const margin = ' '.repeat(indent * depth);
  const inner = ' '.repeat(indent * (depth + 1));
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`;
}
