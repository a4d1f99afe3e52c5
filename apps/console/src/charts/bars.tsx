import type { VNode } from 'preact';

interface Bar {
  readonly name: string;
  readonly count: number;
  readonly note?: string;
  readonly href?: string;
}

export function Bars({ bars, color }: { bars: readonly Bar[]; color: string }): VNode {
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class={`bars ${color}`}>
      {bars.map(({ name, count, note, href }) => (
        <li key={name}>
          {href === undefined ? <span>{name}</span> : <a href={href}>{name}</a>}
          <span>
            <b>{count.toLocaleString('en')}</b> {note && <span class="soft">{note}</span>}
          </span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / highest) * 100} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
