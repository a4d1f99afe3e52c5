/** An unset environment variable would be sent as the text "undefined". */
export function requireSettings(where: string, settings: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(settings)
    .filter(([, value]) => value === undefined || value === null || value === '')
    .map(([name]) => name);
  if (missing.length > 0)
    throw new TypeError(`${where}: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`);
}
