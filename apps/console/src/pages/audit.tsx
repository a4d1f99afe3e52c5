import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useAction, useData } from '../hooks.ts';
import { Problem, Said, Table, Title, When } from '../parts/elements.tsx';
import { saveFile } from '../parts/files.ts';
import { filtersIn, filtersOf, Paging, Period, type Filters } from '../parts/search.tsx';
import { givenIn, routeTo } from '../route.ts';

const ROWS = 50;
const COLUMNS = ['Entry', 'Time', 'Actor', 'Action', 'Subject', 'Details'];
const FIELDS = ['actor', 'action', 'subject', 'from', 'to', 'before'] as const;
type AuditFilters = Filters<(typeof FIELDS)[number]>;

export function AuditPage({ query }: { query: URLSearchParams }): VNode {
  const filters = filtersIn(query, FIELDS);
  const { before, ...given } = givenIn(filters);
  const page = { limit: ROWS, ...(before && { before: Number(before) }) };
  // A search reads many rows.
  const everyMs = Object.keys(given).length === 0 ? PAGE_EVERY_MS : undefined;
  const { value, problem } = useData('audit list', { ...given, ...page }, everyMs);
  const rows = value?.map(({ seq, at, actor, action, subject, detail, hash }) => ({
    key: seq,
    cells: [
      <span title={hash}>{seq}</span>,
      <When at={at} />,
      actor,
      action,
      <span class="id">{subject}</span>,
      isEmpty(detail) ? null : <Detail detail={detail} />,
    ],
  }));
  return (
    <>
      <Title text="Audit log" />
      <FilterForm key={JSON.stringify(filters)} filters={filters} />
      {may('audit verify') && <WholeLog />}
      <Problem text={problem} />
      {rows && <Table label="Audit log, newest first" columns={COLUMNS} rows={rows} none="No entries." />}
      <Paging page="audit" filters={filters} older={value?.length === ROWS ? String(value.at(-1)!.seq) : undefined} />
    </>
  );
}

const isEmpty = (detail: unknown): boolean =>
  typeof detail === 'object' && detail !== null && Object.keys(detail).length === 0;

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Detail({ detail }: { detail: unknown }): VNode {
  if (typeof detail !== 'object' || detail === null) return <>{String(detail)}</>;
  return (
    <ul>
      {Object.entries(detail).map(([name, value]) => (
        <li key={name}>
          {name}: {ISO_TIME.test(String(value)) ? <When at={String(value)} /> : String(value)}
        </li>
      ))}
    </ul>
  );
}

function FilterForm({ filters }: { filters: AuditFilters }): VNode {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    location.hash = routeTo(['audit'], filtersOf(event.currentTarget as HTMLFormElement));
  };
  const text = (name: 'actor' | 'action' | 'subject', label: string, placeholder: string): VNode => (
    <label>
      {label}{' '}
      <input name={name} maxLength={200} autocomplete="off" placeholder={placeholder} defaultValue={filters[name]} />
    </label>
  );
  return (
    <form class="search" role="search" onSubmit={submit}>
      <div class="search-fields">
        {text('actor', 'Actor', 'console:')}
        {text('action', 'Action', 'merchant.')}
        {text('subject', 'Subject', 'mch_')}
        <Period {...filters} />
        <button type="submit" class="main">
          Filter
        </button>
      </div>
    </form>
  );
}

/** The exported file is the one that `authly audit verify --export` reads. */
function WholeLog(): VNode {
  const [verification, setVerification] = useState<CallResult<'audit verify'>>();
  const verify = useAction('audit verify', setVerification);
  const save = useAction('audit export', ({ rows, head }) => {
    const lines = [...rows, { head }].map((line) => `${JSON.stringify(line)}\n`);
    saveFile('authly-audit.jsonl', lines.join(''), 'application/jsonl');
  });
  return (
    <div class="verify">
      <div class="actions">
        <button type="button" disabled={verify.isBusy} onClick={() => verify.run({})}>
          {verify.isBusy ? 'Verifying …' : 'Verify all entries'}
        </button>
        <button type="button" disabled={save.isBusy} onClick={() => save.run({})}>
          {save.isBusy ? 'Exporting …' : 'Export signed file'}
        </button>
      </div>
      <Problem text={verify.problem ?? save.problem} />
      <Said text={verification?.ok ? `${verification.rows} entries, none changed.` : ''} />
      {verification?.ok && (
        <p class="soft" role="status">
          Not checked: whether the newest entries were removed together with the chain head, or the whole log was
          rewritten. For that, run <code>authly audit verify --export</code> with an earlier signed file.
        </p>
      )}
      <Said text={save.isDone ? 'The signed file is exported. Store it on another system.' : ''} />
      {verification && !verification.ok && (
        <ul class="findings" role="alert">
          {verification.findings.map(({ text }) => (
            <li key={text} class="bad">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
