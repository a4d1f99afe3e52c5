import { Heading } from '@authly/ui/heading.tsx';
import { Fragment, type ComponentChildren, type VNode } from 'preact';
import { MerchantLink } from './merchants.tsx';
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
  /** For `JumpTo`. */
  readonly id?: string;
  readonly isBroad?: boolean;
  /** Next to the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Card = ({ title, id, isBroad = false, aside, children }: CardProps): VNode => (
  <section id={id} class={isBroad ? 'card broad' : 'card'} tabIndex={id ? -1 : undefined}>
    <div class="title">
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);

/** A link to a part of this page. The fragment holds the route, so it cannot hold the id of an element. */
export function JumpTo({ id, ...link }: { id: string; class?: string; children: ComponentChildren }): VNode {
  const jump = (event: Event): void => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return <a href={`#${id}`} onClick={jump} {...link} />;
}

/** A code may break after each underscore. */
export const Code = ({ text }: { text: string }): VNode => (
  <>
    {text.split(/(?<=_)/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

export const Status = ({ status }: { status: string }): VNode => (
  <span class={`status ${status}`}>{status.replaceAll('_', ' ')}</span>
);

interface TableProps<Row> {
  readonly label: string;
  /** Undefined rows are still read: nothing is shown. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string | number;
  /** A column that is `false` is hidden. On a phone a value that is not clear by itself is named. */
  readonly columns: readonly (
    | false
    | readonly [title: string, cell: (row: Row) => ComponentChildren, isNamed?: true]
  )[];
  /** Shown instead of a table without rows. */
  readonly none: string;
}

/** The region scrolls with the keyboard too. On a phone the values of a row follow each other. */
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
              {shown.map(([title, cell, isNamed]) => (
                <td key={title} role="cell" data-column={isNamed && title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChecksProps {
  readonly checks: readonly { check: string; ok: boolean; note?: boolean; detail: string; ms?: number }[];
  /** Shows the name of a check as a link. */
  readonly nameOf?: (check: string) => ComponentChildren;
}

/** Failures are first and larger. */
export const Checks = ({ checks, nameOf = (check) => check }: ChecksProps): VNode => (
  <ul class="findings">
    {checks
      .toSorted((a, b) => Number(a.ok) - Number(b.ok))
      .map(({ check, ok, note, detail, ms }) => (
        <li key={check} class={note ? 'soft' : ok ? 'good' : 'bad'}>
          <b>
            {note ? 'ℹ' : ok ? '✓' : '✗'} <span>{nameOf(check)}</span>
          </b>{' '}
          {ms !== undefined && <span class="soft">{ms} ms</span>}
          <p>
            <Words text={detail} />
          </p>
        </li>
      ))}
  </ul>
);

/** `2026-11-16 05:47:58` in the browser's time zone; the tooltip shows UTC and how long ago. */
export function When({ at, short = false }: { at: string | number | null | undefined; short?: boolean }): VNode {
  if (at === null || at === undefined) return <span class="soft">–</span>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>;
  // Swedish has the form of ISO 8601.
  const text = date.toLocaleString('sv');
  return (
    <time dateTime={date.toISOString()} title={`${date.toISOString()}, ${agoInWords(date.getTime(), Date.now())}`}>
      {short ? text.slice(11) : text}
    </time>
  );
}

const TIME_OR_MERCHANT = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\bmch_\w+)/;

/** Shows the times and merchants in a text like all others. */
export const Words = ({ text }: { text: string }): VNode => (
  <>
    {text
      .split(TIME_OR_MERCHANT)
      .map((part, i) =>
        i % 2 === 0 ? part : part.startsWith('mch_') ? <MerchantLink id={part} /> : <When at={part} />,
      )}
  </>
);
