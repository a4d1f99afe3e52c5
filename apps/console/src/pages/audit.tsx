import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { useAction, useData } from '../hooks.ts';
import { Problem, Said, Table, Title, When } from '../parts/elements.tsx';
import { saveFile } from '../parts/files.ts';
import { formText, localTime } from '../parts/forms.tsx';
import { givenIn, routeTo } from '../route.ts';

const FIELDS = ['actor', 'action', 'subject', 'from', 'to', 'before'] as const;
type Filters = Readonly<Record<(typeof FIELDS)[number], string>>;
const ROWS = 50;
const COLUMNS = ['Entry', 'Time', 'Actor', 'Action', 'Subject', 'Details'];

export function AuditPage({ query, isAdmin }: { query: URLSearchParams; isAdmin: boolean }): VNode {
  const filters = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as unknown as Filters;
  const search = new URLSearchParams(filters).toString();
  const { before, ...given } = givenIn(filters);
  const page = { limit: ROWS, ...(before && { before: Number(before) }) };
  const { value, problem } = useData('audit list', { ...given, ...page });
  const older = value?.length === ROWS ? value.at(-1)!.seq : undefined;
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
      <FilterForm key={search} filters={filters} />
      {isAdmin && <WholeLog />}
      <Problem text={problem} />
      {rows?.length === 0 && <p class="soft">No entries.</p>}
      {rows && rows.length > 0 && <Table label="Audit log, newest first" columns={COLUMNS} rows={rows} />}
      <p class="paging">
        {filters.before !== '' && <a href={routeTo(['audit'], { ...filters, before: '' })}>Newest</a>}
        {older !== undefined && <a href={routeTo(['audit'], { ...filters, before: String(older) })}>Older</a>}
      </p>
    </>
  );
}

const isEmpty = (detail: unknown): boolean =>
  typeof detail === 'object' && detail !== null && Object.keys(detail).length === 0;

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Times as everywhere else on the page. */
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

function FilterForm({ filters }: { filters: Filters }): VNode {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const time = (name: string): string => {
      const text = formText(form, name);
      return text === '' ? '' : new Date(text).toISOString();
    };
    const texts = Object.fromEntries(['actor', 'action', 'subject'].map((name) => [name, formText(form, name)]));
    location.hash = routeTo(['audit'], { ...texts, from: time('from'), to: time('to') });
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
        <label>
          From <input type="datetime-local" name="from" defaultValue={localTime(filters.from)} />
        </label>
        <label>
          To <input type="datetime-local" name="to" defaultValue={localTime(filters.to)} />
        </label>
        <button type="submit" class="main">
          Filter
        </button>
      </div>
    </form>
  );
}

/** Checks it, or hands it out as the file that `authly audit verify --export` compares with. */
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
