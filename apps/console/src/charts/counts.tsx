import type { VNode } from 'preact';

/** Words with their counts, the longest bar first. */
export function Counts({ rows, none }: { rows: readonly { code: string; count: number }[]; none: string }): VNode {
  if (rows.length === 0) return <p class="soft">{none}</p>;
  const highest = Math.max(...rows.map(({ count }) => count));
  return (
    <ul class="counts">
      {rows.map(({ code, count }) => (
        <li key={code}>
          <span>{code}</span>
          <b>{count}</b>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / highest) * 100} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
