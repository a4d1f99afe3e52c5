import type { VNode } from 'preact';

const two = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-16 05:47:58`, where this browser is; pointed at, in UTC. */
export function When({ at, short = false }: { at: string | number | null | undefined; short?: boolean }): VNode {
  if (at === null || at === undefined) return <span class="soft">–</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {short ? time : `${day} ${time}`}
    </time>
  );
}
