/** JSON with sorted keys and no white space: two bodies that differ only in layout have the same text. */
export function canonicalJson(value: unknown): string {
  // Joined once: if each level of a nesting copied its content, the cost would be the square of the length.
  const pieces: string[] = [];
  write(value, pieces);
  return pieces.join('');
}

function write(value: unknown, pieces: string[]): void {
  if (Array.isArray(value)) {
    value.forEach((child, i) => {
      pieces.push(i === 0 ? '[' : ',');
      write(child, pieces);
    });
    pieces.push(value.length === 0 ? '[]' : ']');
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).sort();
    keys.forEach((key, i) => {
      pieces.push(i === 0 ? '{' : ',', JSON.stringify(key), ':');
      write((value as Record<string, unknown>)[key], pieces);
    });
    pieces.push(keys.length === 0 ? '{}' : '}');
  }
  // JSON.stringify would turn a number that is too large into null.
  else pieces.push(typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? 'null'));
}
