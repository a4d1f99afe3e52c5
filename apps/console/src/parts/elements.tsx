import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentChildren, VNode } from 'preact';

export const Title = ({ text }: { text: string }): VNode => <Heading text={text} owner="Authly console" />;

export const Problem = ({ text }: { text: string | undefined }): VNode | null =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

/** The colour only repeats the word. */
export const Status = ({ status }: { status: string }): VNode => <span class={`status ${status}`}>{status}</span>;

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table wider than the screen scrolls, with the keyboard too. */
export const Table = ({ label, columns, children }: TableProps): VNode => (
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly ms?: number;
}

export const Checks = ({ checks }: { checks: readonly Check[] }): VNode => (
  <ul class="findings">
    {checks.map(({ check, ok, detail, ms }) => (
      <li key={check} class={ok ? 'good' : 'bad'}>
        <b>
          {ok ? '✓' : '✗'} {check}
        </b>{' '}
        {ms !== undefined && <span class="soft">{ms} ms</span>}
        <br />
        {detail}
      </li>
    ))}
  </ul>
);

const two = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-16 05:47:58` in the browser's time zone; the tooltip shows UTC. */
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
