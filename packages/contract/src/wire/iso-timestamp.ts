const UTC = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|\+00:00)$/;
const ANY_ZONE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

export function isIsoTimestamp(text: string): boolean {
  const fields = ANY_ZONE.exec(text);
  return fields !== null && fieldsExist(fields);
}

/** `X-Service-Timestamp`: ISO 8601 in UTC, with seconds. Returns milliseconds since 1970 or undefined. */
export function parseUtcTimestamp(text: string): number | undefined {
  const fields = UTC.exec(text);
  if (fields === null || !fieldsExist(fields)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** JavaScript engines disagree about days that do not exist. */
function fieldsExist(fields: RegExpExecArray): boolean {
  const month = Number(fields[2]);
  const day = Number(fields[3]);
  const inMonth = month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= lastDay(Number(fields[1]), month));
  return inMonth && Number(fields[4]) <= 23 && Number(fields[5]) <= 59 && Number(fields[6] ?? 0) <= 59;
}

const LAST_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function lastDay(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : LAST_DAYS[month - 1]!;
}
