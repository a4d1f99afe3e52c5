import type { VNode } from 'preact';
import { Code } from '../parts/elements.tsx';

interface Bar {
  readonly name: string;
  readonly count: number;
  readonly href?: string;
}

export function Bars({ bars, color }: { bars: readonly Bar[]; color: string }): VNode {
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class={`bars ${color}`}>
      {bars.map(({ name, count, href }) => (
        <li key={name}>
          <a {...(href && { href })}>
            <Code text={name} />
          </a>
          <b>{count.toLocaleString('en')}</b>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / highest) * 100} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
