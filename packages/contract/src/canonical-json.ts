/** JSON with sorted keys and no white space. `quoted` replaces the encoding of strings, for a text that is only hashed. */
export function canonicalJson(value: unknown, quoted: (text: string) => string = JSON.stringify): string {
  const pieces: string[] = [];
  write(value, { pieces, quoted });
  return pieces.join('');
}

interface Writing {
  /** Joined once: copying at each level would cost the square of the length. */
  readonly pieces: string[];
  readonly quoted: (text: string) => string;
}

function write(value: unknown, writing: Writing): void {
  const { pieces, quoted } = writing;
  if (typeof value === 'string') pieces.push(quoted(value));
  else if (Array.isArray(value)) {
    value.forEach((child, i) => {
      pieces.push(i === 0 ? '[' : ',');
      write(child, writing);
    });
    pieces.push(value.length === 0 ? '[]' : ']');
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).sort();
    keys.forEach((key, i) => {
      pieces.push(i === 0 ? '{' : ',', quoted(key), ':');
      write((value as Record<string, unknown>)[key], writing);
    });
    pieces.push(keys.length === 0 ? '{}' : '}');
  }
  // JSON.stringify turns a number that is too large into null.
  else pieces.push(typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? 'null'));
}
