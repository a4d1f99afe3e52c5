import { SESSION_STATES } from '@authly/contract/states';
import { FAILURE_CODES } from '@authly/contract/failure-codes';
import type { VNode } from 'preact';
import type { SessionPage } from '@authly/service/console/wire.ts';
import { useData } from '../hooks.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { Problem, Title } from '../parts/elements.tsx';
import { formText, localTime } from '../parts/forms.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { routeTo } from '../route.ts';

const FIELDS = ['merchant', 'status', 'failure_code', 'from', 'to', 'before'] as const;
type Filters = Partial<Record<(typeof FIELDS)[number], string>>;

const SESSION_ID = /^ses_[0-9a-z]{36}$/;

export function SessionsPage({ query }: { query: URLSearchParams }): VNode {
  const filters = Object.fromEntries(FIELDS.flatMap((name) => [[name, query.get(name) ?? '']])) as Record<
    string,
    string
  >;
  const search = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();
  const { value, problem, reload } = useData<SessionPage>(`/api/sessions?${search}`);
  const merchants = useData<readonly { merchant_id: string; name: string }[]>('/api/merchants');
  useLiveUpdates(({ moved, more }) => {
    const isShown = value?.sessions.some(({ session_id }) => moved.includes(session_id)) ?? false;
    if (isShown || (more && filters['before'] === '')) reload(true);
  });
  return (
    <>
      <Title text="Sessions" />
      <SearchForm filters={filters} merchants={merchants.value ?? []} />
      <Problem text={problem} />
      {value && <SessionsTable sessions={value.sessions} caption="Sessions, newest first" />}
      <p class="paging">
        {filters['before'] !== '' && <a href={routeTo(['sessions'], { ...filters, before: '' })}>Newest</a>}
        {value?.before && <a href={routeTo(['sessions'], { ...filters, before: value.before })}>Older</a>}
      </p>
    </>
  );
}

interface SearchFormProps {
  readonly filters: Filters;
  readonly merchants: readonly { readonly merchant_id: string; readonly name: string }[];
}

function SearchForm({ filters, merchants }: SearchFormProps): VNode {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = (name: string): string => formText(event, name);
    const time = (name: string): string => (text(name) === '' ? '' : new Date(text(name)).toISOString());
    const [merchant, status, failure_code] = ['merchant', 'status', 'failure_code'].map(text) as [
      string,
      string,
      string,
    ];
    location.hash = SESSION_ID.test(text('id'))
      ? routeTo(['sessions', text('id')])
      : routeTo(['sessions'], { merchant, status, failure_code, from: time('from'), to: time('to') });
  };
  return (
    <form class="search" role="search" onSubmit={submit}>
      <label>
        Session id{' '}
        <input name="id" maxLength={100} placeholder="ses_…" pattern=" *ses_[0-9a-z]{36} *" autocomplete="off" />
      </label>
      <Choice
        name="merchant"
        label="Merchant"
        value={filters.merchant}
        choices={merchants.map((each) => [each.merchant_id, each.name])}
      />
      <Choice
        name="status"
        label="Status"
        value={filters.status}
        choices={SESSION_STATES.map((each) => [each, each])}
      />
      <Choice
        name="failure_code"
        label="Failure"
        value={filters.failure_code}
        choices={Object.keys(FAILURE_CODES).map((each) => [each, each])}
      />
      <label>
        From <input type="datetime-local" name="from" defaultValue={localTime(filters.from)} />
      </label>
      <label>
        To <input type="datetime-local" name="to" defaultValue={localTime(filters.to)} />
      </label>
      <button type="submit" class="main">
        Search
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

const Choice = ({ name, label, value, choices }: ChoiceProps): VNode => (
  <label>
    {label}{' '}
    <select name={name} value={value ?? ''}>
      <option value="">Any</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each} selected={each === value}>
          {text === each ? each : `${text} (${each})`}
        </option>
      ))}
    </select>
  </label>
);
