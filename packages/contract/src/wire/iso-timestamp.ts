const HOUR = '(?:[01]\\d|2[0-3])';
const UTC = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)T${HOUR}:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|\\+00:00)$`);
const ANY_ZONE = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T${HOUR}:[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]${HOUR}(?::?[0-5]\\d)?)$`,
);

export const isIsoTimestamp = (text: string): boolean => isDay(ANY_ZONE.exec(text)?.[1]);

/** `X-Service-Timestamp`: ISO 8601 in UTC, with seconds. Returns milliseconds since 1970 or undefined. */
export const parseUtcTimestamp = (text: string): number | undefined =>
  isDay(UTC.exec(text)?.[1]) ? Date.parse(text) : undefined;

/** JavaScript engines disagree about days that do not exist: some return the day after. */
function isDay(day: string | undefined): boolean {
  const ms = Date.parse(day ?? '');
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day!);
}
