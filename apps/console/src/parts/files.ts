export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** RFC 4180. A cell that a spreadsheet would take for a formula is quoted as text. */
export function csvOf(rows: readonly Readonly<Record<string, string | number | null>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: string | number | null): string => {
    const text = String(value ?? '');
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('');
}

export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
