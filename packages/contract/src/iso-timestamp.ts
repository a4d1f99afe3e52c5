const UTC = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|\+00:00)$/;
const ANY_ZONE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** A time in a body: ISO 8601 with date, time and zone, of a day that exists; seconds may be absent. */
export function isIsoTimestamp(text: string): boolean {
  const fields = ANY_ZONE.exec(text);
  return fields !== null && fieldsExist(fields);
}

/** `X-Service-Timestamp`: ISO 8601 in UTC, with seconds. Milliseconds since 1970, or undefined if it is none. */
export function parseUtcTimestamp(text: string): number | undefined {
  const fields = UTC.exec(text);
  if (fields === null || !fieldsExist(fields)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Days that do not exist are refused here: engines disagree about them, and some roll 30 February into March. */
function fieldsExist([, year, month, day, hour, minute, second]: RegExpExecArray): boolean {
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const inMonth = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= lastDay;
  return inMonth && Number(hour) <= 23 && Number(minute) <= 59 && Number(second ?? 0) <= 59;
}
