import type { VNode } from 'preact';
import type { CallParams, CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { SESSIONS_EVERY_MS, useAction, useData } from '../hooks.ts';
import { Problem, Title } from '../parts/elements.tsx';
import { csvOf, saveFile } from '../parts/files.ts';
import { usePage } from '../parts/page.tsx';
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
            <Export key={JSON.stringify(filters)} filters={filters} />
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
  const { say } = usePage();
  const { isBusy, problem, run } = useAction('sessions export');
  const { before: _before, ...params } = paramsOf(filters);
  const button = (name: string, type: string, textOf: (rows: CallResult<'sessions export'>) => string): VNode => {
    const save = (rows: CallResult<'sessions export'>): void => {
      saveFile(`sessions.${name.toLowerCase()}`, textOf(rows), type);
      say(`${rows.length} sessions exported.`);
    };
    return (
      <button type="button" aria-disabled={isBusy} onClick={() => run(params, save)}>
        Export {name}
      </button>
    );
  };
  return (
    <div class="actions">
      <Problem text={problem} />
      {button('CSV', 'text/csv', (rows) => csvOf(rows.map((row) => ({ ...row }))))}
      {button('JSON', 'application/json', (rows) => `${JSON.stringify(rows, null, 2)}\n`)}
    </div>
  );
}
