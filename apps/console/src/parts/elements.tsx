import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { agoInWords } from './time.ts';

/** `screen` names the page if its title changes while it stays. */
export const Title = (props: { text: string; screen?: string }): VNode => <Heading {...props} owner="Authly console" />;

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

interface TableProps<Row> {
  readonly label: string;
  /** Undefined rows are still read: nothing is shown. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string | number;
  /** A column that is `false` is hidden. */
  readonly columns: readonly (false | readonly [title: string, cell: (row: Row) => ComponentChildren])[];
  /** Shown instead of a table without rows. */
  readonly none: string;
}

/** The region scrolls with the keyboard too. On a phone each row is a list with the name of the column at each value. */
export function Table<Row>({ label, rows, keyOf, columns, none }: TableProps<Row>): VNode | null {
  if (rows === undefined) return null;
  if (rows.length === 0) return <p class="soft">{none}</p>;
  const shown = columns.filter((column) => column !== false);
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={label}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {shown.map(([title]) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {shown.map(([title, cell]) => (
                <Cell key={title} column={title} value={cell(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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
        <WithTimes text={detail} />
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

const ISO_TIME = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** Shows the times in a text like all others. */
export const WithTimes = ({ text }: { text: string }): VNode => (
  <>{text.split(ISO_TIME).map((part, i) => (i % 2 === 0 ? part : <When at={part} />))}</>
);
