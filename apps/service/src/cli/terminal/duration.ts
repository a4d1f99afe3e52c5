import { RefusedError } from '../../runtime/refused-error.ts';

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `9m30s`, `36h`, `8d`. */
export function duration(text: string): number {
  if (!/^(?=.)(?:\d{1,6}d)?(?:\d{1,6}h)?(?:\d{1,6}m)?(?:\d{1,6}s)?$/.test(text))
    throw new RefusedError(`"${text}" is not a duration. Use 90s, 9m30s, 36h or 8d`);
  const parts = text.match(/\d+[smhd]/g)!;
  return parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * UNIT_MS[part.at(-1) as keyof typeof UNIT_MS], 0);
}

/** The latest time that fits into a session id. */
const LAST_INSTANT = 2 ** 48 - 1;

/** Parses an ISO 8601 time. `what` names it in the message. */
export function instant(text: string, what: string): number {
  const time = Date.parse(text);
  if (time >= 0 && time <= LAST_INSTANT) return time;
  throw new RefusedError(`${what} must be an ISO 8601 time such as 2026-12-01T00:00:00Z`);
}
