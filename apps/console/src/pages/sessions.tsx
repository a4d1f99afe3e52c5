import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallParams, CallResult } from '@authly/service/operator/wire/calls.ts';
import { call, may, messageOf } from '../api.ts';
import { SESSIONS_EVERY_MS, useData } from '../hooks.ts';
import { Problem, Said, Title } from '../parts/elements.tsx';
import { csvOf, saveFile } from '../parts/files.ts';
import { filtersIn, Paging } from '../parts/search.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { givenIn } from '../route.ts';
import { SessionsOfUser } from './sessions-of-user.tsx';
import { FIELDS, QuickFilters, SearchForm, type SessionFilters } from './sessions-search.tsx';

/** The server checks the values of the address bar. */
const paramsOf = (filters: SessionFilters): CallParams<'sessions search'> =>
  givenIn(filters) as CallParams<'sessions search'>;

export function SessionsPage({ query }: { query: URLSearchParams }): VNode {
  const filters = filtersIn(query, FIELDS);
  // A search for part of a text reads many rows.
  const everyMs = filters.q === '' ? SESSIONS_EVERY_MS : undefined;
  const { value, problem } = useData('sessions search', paramsOf(filters), everyMs);
  return (
    <>
      <Title text="Sessions" />
      <SearchForm key={JSON.stringify(filters)} filters={filters} />
      {may('sessions of-user') && <SessionsOfUser />}
      <QuickFilters filters={filters} />
      <Problem text={problem} />
      {value && (
        <>
          <div class="above-table">
            <p role="status">{countInWords(value, filters)}</p>
            <Export filters={filters} />
          </div>
          <SessionsTable sessions={value.sessions} caption="Sessions, newest first" />
        </>
      )}
      <Paging page="sessions" filters={filters} older={value?.before ?? undefined} />
    </>
  );
}

function countInWords({ sessions, before }: CallResult<'sessions search'>, filters: SessionFilters): string {
  const text = `${sessions.length} session${sessions.length === 1 ? '' : 's'}`;
  const here = before === null && filters.before === '' ? text : `${text} on this page`;
  return filters.q === '' ? here : `${here}, as of this search`;
}

/** Exports all results of the search, not only this page. */
function Export({ filters }: { filters: SessionFilters }): VNode {
  const [said, setSaid] = useState('');
  const save = async (kind: 'csv' | 'json'): Promise<void> => {
    try {
      const { before: _before, ...params } = paramsOf(filters);
      const rows = await call('sessions export', params);
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
