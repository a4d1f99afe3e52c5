import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { ActionButton } from '../parts/actions.tsx';
import { Checks, Problem, Table, Title, When, Words } from '../parts/elements.tsx';
import { saveFile } from '../parts/files.ts';
import { filtersIn, Paging, Period, Search, type Filters } from '../parts/search.tsx';
import { givenIn, routeTo } from '../route.ts';

const ROWS = 50;
const FIELDS = ['actor', 'action', 'subject', 'from', 'to', 'before'] as const;
type AuditFilters = Filters<(typeof FIELDS)[number]>;

export function AuditPage({ query }: { query: URLSearchParams }): VNode {
  const filters = filtersIn(query, FIELDS);
  const { before, ...given } = givenIn(filters);
  const page = { limit: ROWS, ...(before && { before: Number(before) }) };
  // A search reads many rows.
  const everyMs = Object.keys(given).length === 0 ? PAGE_EVERY_MS : undefined;
  const { value, problem } = useData('audit list', { ...given, ...page }, everyMs);
  return (
    <>
      <Title text="Audit log" />
      <FilterForm key={JSON.stringify(filters)} filters={filters} />
      {may('audit verify') && <WholeLog />}
      <Problem text={problem} />
      <Table
        label="Audit log, newest first"
        none="No entries."
        rows={value}
        keyOf={({ seq }) => seq}
        columns={[
          ['Entry', ({ seq, hash }) => <span title={hash}>{seq}</span>],
          ['Time', ({ at }) => <When at={at} />],
          ['Actor', ({ actor }) => actor],
          ['Action', ({ action }) => action],
          ['Subject', ({ subject }) => <span class="id">{subject}</span>],
          ['Details', ({ detail }) => detailOf(detail)],
        ]}
      />
      <Paging page="audit" filters={filters} older={value?.length === ROWS ? String(value.at(-1)!.seq) : undefined} />
    </>
  );
}

function detailOf(detail: unknown): VNode | null {
  if (typeof detail !== 'object' || detail === null) return <>{String(detail)}</>;
  const entries = Object.entries(detail);
  if (entries.length === 0) return null;
  return (
    <ul>
      {entries.map(([name, value]) => (
        <li key={name}>
          {name}: <Words text={String(value)} />
        </li>
      ))}
    </ul>
  );
}

function FilterForm({ filters }: { filters: AuditFilters }): VNode {
  const text = (name: 'actor' | 'action' | 'subject', label: string, placeholder: string): VNode => (
    <label>
      {label}{' '}
      <input name={name} maxLength={200} autocomplete="off" placeholder={placeholder} defaultValue={filters[name]} />
    </label>
  );
  return (
    <Search onSearch={(wanted) => (location.hash = routeTo(['audit'], wanted))}>
      <div class="search-fields">
        {text('actor', 'Actor', 'console:')}
        {text('action', 'Action', 'merchant.')}
        {text('subject', 'Subject', 'mch_')}
        <Period {...filters} />
        <button type="submit" class="main">
          Filter
        </button>
      </div>
    </Search>
  );
}

const intact = (rows: number) => ({ check: `${rows} entries, none changed`, ok: true, detail: NOT_CHECKED });
const broken = ({ seq, text }: { seq: number; text: string }) => ({ check: `Entry ${seq}`, ok: false, detail: text });
const NOT_CHECKED =
  'Not checked: whether the newest entries were removed together with the chain head, or the whole log was rewritten. For that, run "authly audit verify --export" with an earlier signed file.';

/** The exported file is the one that `authly audit verify --export` reads. */
function WholeLog(): VNode {
  const [verified, setVerified] = useState<CallResult<'audit verify'>>();
  const exported = ({ rows, head }: CallResult<'audit export'>): void => {
    const lines = [...rows, { head }].map((line) => `${JSON.stringify(line)}\n`);
    saveFile('authly-audit.jsonl', lines.join(''), 'application/jsonl');
  };
  return (
    <div class="verify">
      <div class="actions">
        <ActionButton
          label="Verify all entries"
          busyLabel="Verifying …"
          action="audit verify"
          params={{}}
          onDone={setVerified}
        />
        <ActionButton
          label="Export signed file"
          busyLabel="Exporting …"
          action="audit export"
          params={{}}
          says="The signed file is exported. Store it on another system."
          onDone={exported}
        />
      </div>
      {verified && (
        <div role="status">
          <Checks checks={verified.ok ? [intact(verified.rows)] : verified.findings.map(broken)} />
        </div>
      )}
    </div>
  );
}
