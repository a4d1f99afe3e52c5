import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { agoInWords } from './time.ts';

export const Title = ({ text }: { text: string }): VNode => <Heading text={text} owner="Authly console" />;

export const Back = ({ href, text }: { href: string; text: string }): VNode => (
  <nav class="crumb" aria-label="Breadcrumb">
    <a href={href}>{text}</a>
  </nav>
);

export const Problem = ({ text }: { text: string | undefined }): VNode | null =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

/** The element stays when the text is empty, so that screen readers announce a new text. */
export const Said = ({ text }: { text: string }): VNode => (
  <p class="said" role="status">
    {text}
  </p>
);

interface CardProps {
  readonly title: string;
  readonly isBroad?: boolean;
  readonly children: ComponentChildren;
}

export const Card = ({ title, isBroad = false, children }: CardProps): VNode => (
  <section class={isBroad ? 'card broad' : 'card'}>
    <h2>{title}</h2>
    {children}
  </section>
);

export const Status = ({ status }: { status: string }): VNode => (
  <span class={`status ${status}`}>{status.replaceAll('_', ' ')}</span>
);

export interface TableRow {
  readonly key: string | number;
  readonly cells: readonly ComponentChildren[];
}

interface TableProps {
  readonly label: string;
  /** `false`: the column is hidden. */
  readonly columns: readonly (string | false)[];
  readonly rows: readonly TableRow[];
  /** Shown instead of a table without rows. */
  readonly none: string;
}

/** The region scrolls with the keyboard too. On a phone each row is a list with the name of the column at each value. */
export const Table = ({ label, columns, rows, none }: TableProps): VNode =>
  rows.length === 0 ? (
    <p class="soft">{none}</p>
  ) : (
    <div class="wide" tabIndex={0} role="region" aria-label={label}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(
              (column) =>
                column && (
                  <th key={column} scope="col" role="columnheader">
                    {column}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row">
              {columns.map((column, i) => column && <Cell key={column} column={column} value={cells[i]} />)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

const EMPTY = new Set<unknown>([null, undefined, '', false]);

const Cell = ({ column, value }: { column: string; value: ComponentChildren }): VNode => (
  <td role="cell" data-column={column} class={EMPTY.has(value) ? 'empty' : undefined}>
    <div>{value}</div>
  </td>
);

interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly note?: boolean;
  readonly detail: string;
  readonly ms?: number;
}

export const Checks = ({ checks }: { checks: readonly Check[] }): VNode => (
  <ul class="findings">
    {checks.map(({ check, ok, note, detail, ms }) => (
      <li key={check} class={note ? 'soft' : ok ? 'good' : 'bad'}>
        <b>
          {note ? 'ℹ' : ok ? '✓' : '✗'} {check}
        </b>{' '}
        {ms !== undefined && <span class="soft">{ms} ms</span>}
        <br />
        {detail}
      </li>
    ))}
  </ul>
);

const two = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-16 05:47:58` in the browser's time zone; the tooltip shows UTC and how long ago. */
export function When({ at, short = false }: { at: string | number | null | undefined; short?: boolean }): VNode {
  if (at === null || at === undefined) return <span class="soft">–</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return (
    <time dateTime={date.toISOString()} title={`${date.toISOString()}, ${agoInWords(date.getTime(), Date.now())}`}>
      {short ? time : `${day} ${time}`}
    </time>
  );
}
