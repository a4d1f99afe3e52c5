const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 minutes ago`, `in 8 days`. */
export function agoInWords(at: number, now: number): string {
  const [unit, ms] = UNITS.find(([, each]) => Math.abs(at - now) >= each) ?? UNITS.at(-1)!;
  return RELATIVE.format(Math.round((at - now) / ms), unit);
}

/** `820 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0).replace(/\.0$/, '')} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** From creation to the end of a session. */
export const durationOf = (session: { created_at: string | null; ended_at: string | null }): string | null =>
  session.created_at &&
  session.ended_at &&
  durationInWords(Date.parse(session.ended_at) - Date.parse(session.created_at)).replaceAll(' ', '\u00a0');

/** `UTC+9`, `UTC+5:30`. */
export function utcOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
