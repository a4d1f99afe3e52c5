import { ConsoleError } from './console-error.ts';

type Query = Readonly<Record<string, string>>;

/** Longer than any valid value. */
const MAX_CHARS = 256;

/** A field of the query, or undefined where it is absent or empty. */
export function textIn(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value !== undefined && value.length > MAX_CHARS)
    throw new ConsoleError(400, 'invalid_request', `${name} is too long.`);
  return value || undefined;
}

export function oneOfIn<Value extends string>(query: Query, name: string, values: readonly Value[]): Value | undefined {
  const value = textIn(query, name);
  if (value !== undefined && !(values as readonly string[]).includes(value))
    throw new ConsoleError(400, 'invalid_request', `${name} must be one of: ${values.join(', ')}.`);
  return value as Value | undefined;
}

export function wholeNumberIn(query: Query, name: string): number | undefined {
  const value = textIn(query, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new ConsoleError(400, 'invalid_request', `${name} must be a whole number.`);
  return Number(value);
}

/** The latest time that fits into a session id. */
const LAST_INSTANT = 2 ** 48 - 1;

export function timeIn(query: Query, name: string): number | undefined {
  const value = textIn(query, name);
  if (value === undefined) return undefined;
  const time = Date.parse(value);
  if (!(time >= 0 && time <= LAST_INSTANT))
    throw new ConsoleError(400, 'invalid_request', `${name} must be an ISO 8601 time.`);
  return time;
}
