import { SESSION_STATES } from '@authly/contract/states';
import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import type { SessionPage } from '@authly/service/console/wire.ts';
import { useNews } from '../news.ts';
import { formText } from '../parts/form-text.ts';
import { Problem } from '../parts/problem.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { addressOf } from '../place.ts';
import { useAnswer } from '../use-answer.ts';

const FIELDS = ['merchant', 'status', 'failure_code', 'from', 'to', 'before'] as const;
type Asked = Partial<Record<(typeof FIELDS)[number], string>>;

const SESSION_ID = /^ses_[0-9a-z]{36}$/;

export function Sessions({ query }: { query: URLSearchParams }): VNode {
  const asked = Object.fromEntries(FIELDS.flatMap((name) => [[name, query.get(name) ?? '']])) as Record<string, string>;
  const search = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
  const { value, problem, again } = useAnswer<SessionPage>(`/api/sessions?${search}`);
  const merchants = useAnswer<readonly { merchant_id: string; name: string }[]>('/api/merchants');
  useNews(({ moved, more }) => {
    const isShown = value?.sessions.some(({ session_id }) => moved.includes(session_id)) ?? false;
    if (isShown || (more && asked['before'] === '')) again(true);
  });
  return (
    <>
      <Heading text="Sessions" owner="Authly console" />
      <SearchForm asked={asked} merchants={merchants.value ?? []} />
      <Problem text={problem} />
      {value && <SessionsTable sessions={value.sessions} caption="Sessions, newest first" />}
      <p class="paging">
        {asked['before'] !== '' && <a href={addressOf(['sessions'], { ...asked, before: '' })}>Newest</a>}
        {value?.before && <a href={addressOf(['sessions'], { ...asked, before: value.before })}>Older</a>}
      </p>
    </>
  );
}

interface SearchFormProps {
  readonly asked: Asked;
  readonly merchants: readonly { readonly merchant_id: string; readonly name: string }[];
}

function SearchForm({ asked, merchants }: SearchFormProps): VNode {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = (name: string): string => formText(event, name);
    const time = (name: string): string => (text(name) === '' ? '' : new Date(text(name)).toISOString());
    if (SESSION_ID.test(text('id'))) location.hash = addressOf(['sessions', text('id')]);
    else
      location.hash = addressOf(['sessions'], {
        merchant: text('merchant'),
        status: text('status'),
        failure_code: text('failure_code'),
        from: time('from'),
        to: time('to'),
      });
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
        value={asked.merchant}
        choices={merchants.map((each) => [each.merchant_id, each.name])}
      />
      <Choice name="status" label="State" value={asked.status} choices={SESSION_STATES.map((each) => [each, each])} />
      <Choice
        name="failure_code"
        label="Failure"
        value={asked.failure_code}
        choices={Object.keys(FAILURE_CODES).map((each) => [each, each])}
      />
      <label>
        From <input type="datetime-local" name="from" defaultValue={localTime(asked.from)} />
      </label>
      <label>
        To <input type="datetime-local" name="to" defaultValue={localTime(asked.to)} />
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
      <option value="">any</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each} selected={each === value}>
          {text === each ? each : `${text} (${each})`}
        </option>
      ))}
    </select>
  </label>
);

/** As a field for local times takes it. */
function localTime(iso: string | undefined): string {
  const date = new Date(iso || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
