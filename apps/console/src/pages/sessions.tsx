import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionRow } from '@authly/service/operator/actions/views.ts';
import type { SessionPage } from '@authly/service/operator/console/wire.ts';
import { get, messageOf } from '../api.ts';
import { useData } from '../hooks.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { Problem, Said, Title } from '../parts/elements.tsx';
import { csvOf, saveFile } from '../parts/files.ts';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { routeTo } from '../route.ts';
import { FIELDS, QuickFilters, SearchForm, type Filters } from './sessions-search.tsx';

const searchOf = (filters: Partial<Filters>): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

export function SessionsPage({ query }: { query: URLSearchParams }): VNode {
  const filters = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as unknown as Filters;
  const { value, problem, reload } = useData<SessionPage>(`/api/sessions?${searchOf(filters)}`);
  useLiveUpdates(({ moved, more }) => {
    const isShown = value?.sessions.some(({ session_id }) => moved.includes(session_id)) ?? false;
    if (isShown || (more && filters.before === '')) reload(true);
  });
  return (
    <>
      <Title text="Sessions" />
      <SearchForm key={searchOf(filters)} filters={filters} />
      <QuickFilters filters={filters} />
      <Problem text={problem} />
      {value && (
        <>
          <div class="above-table">
            <p role="status">{countInWords(value)}</p>
            <Export filters={filters} />
          </div>
          <SessionsTable sessions={value.sessions} caption="Sessions, newest first" />
        </>
      )}
      <p class="paging">
        {filters.before !== '' && <a href={routeTo(['sessions'], { ...filters, before: '' })}>Newest</a>}
        {value?.before && <a href={routeTo(['sessions'], { ...filters, before: value.before })}>Older</a>}
      </p>
    </>
  );
}

const countInWords = ({ count, hasMore }: SessionPage): string =>
  hasMore
    ? `More than ${count.toLocaleString('en')} sessions`
    : `${count.toLocaleString('en')} session${count === 1 ? '' : 's'}`;

/** Everything that the search finds, not only this page. */
function Export({ filters: { before: _before, ...filters } }: { filters: Filters }): VNode {
  const [said, setSaid] = useState('');
  const save = async (kind: 'csv' | 'json'): Promise<void> => {
    try {
      const rows = await get<readonly SessionRow[]>(`/api/sessions-file?${searchOf(filters)}`);
      const text = kind === 'csv' ? csvOf(rows.map((row) => ({ ...row }))) : `${JSON.stringify(rows, null, 2)}\n`;
      saveFile(`sessions.${kind}`, text, kind === 'csv' ? 'text/csv' : 'application/json');
      setSaid(`${rows.length} sessions exported.`);
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  return (
    <div class="actions">
      <Said text={said} />
      <button type="button" onClick={() => void save('csv')}>
        Export CSV
      </button>
      <button type="button" onClick={() => void save('json')}>
        Export JSON
      </button>
    </div>
  );
}
