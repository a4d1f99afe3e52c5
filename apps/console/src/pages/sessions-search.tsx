import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { MODES, SESSION_STATES } from '@authly/contract/states';
import type { VNode } from 'preact';
import { useData } from '../hooks.ts';
import { Choice, formText, localTime } from '../parts/forms.tsx';
import { routeTo } from '../route.ts';

export const FIELDS = ['q', 'merchant', 'status', 'mode', 'failure_code', 'from', 'to', 'before'] as const;
export type Filters = Readonly<Record<(typeof FIELDS)[number], string>>;

const SESSION_ID = /^ses_[0-9a-z]{36}$/;
const NARROWER = ['merchant', 'status', 'mode', 'failure_code', 'from', 'to'] as const;

/** One text for everything; the rest folded away. */
export function SearchForm({ filters }: { filters: Filters }): VNode {
  const merchants = useData('merchant list', {}).value ?? [];
  const given = NARROWER.filter((name) => filters[name] !== '').length;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = (name: string): string => formText(form, name);
    const time = (name: string): string => (text(name) === '' ? '' : new Date(text(name)).toISOString());
    const choices = Object.fromEntries(['q', 'merchant', 'status', 'mode', 'failure_code'].map((n) => [n, text(n)]));
    location.hash = SESSION_ID.test(text('q'))
      ? routeTo(['sessions', text('q')])
      : routeTo(['sessions'], { ...choices, from: time('from'), to: time('to') });
  };
  return (
    <form class="search" role="search" onSubmit={submit}>
      <div class="search-line">
        <label>
          Search{' '}
          <input
            name="q"
            type="search"
            maxLength={200}
            placeholder="Part of an id, merchant or failure code"
            autocomplete="off"
            defaultValue={filters.q}
          />
        </label>
        <button type="submit" class="main">
          Search
        </button>
      </div>
      <details open={given > 0}>
        <summary>Filters{given > 0 && ` (${given})`}</summary>
        <div class="search-fields">
          <Choice
            name="merchant"
            label="Merchant"
            value={filters.merchant}
            choices={merchants.map((each) => [each.merchant_id, each.name])}
          />
          <Choice name="status" label="Status" value={filters.status} choices={itself(SESSION_STATES)} />
          <Choice name="mode" label="Mode" value={filters.mode} choices={itself(MODES)} />
          <Choice
            name="failure_code"
            label="Failure"
            value={filters.failure_code}
            choices={itself(Object.keys(FAILURE_CODES))}
          />
          <label>
            From <input type="datetime-local" name="from" defaultValue={localTime(filters.from)} />
          </label>
          <label>
            To <input type="datetime-local" name="to" defaultValue={localTime(filters.to)} />
          </label>
        </div>
      </details>
    </form>
  );
}

const itself = (values: readonly string[]): [string, string][] => values.map((each) => [each, each]);

/** What operators look for most. Each replaces the search. */
export function QuickFilters({ filters }: { filters: Filters }): VNode {
  const today = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  const quick: readonly [title: string, filter: Partial<Filters>][] = [
    ['All', {}],
    ['Failed today', { status: 'failed', from: today }],
    ['Bio API errors', { q: 'merchant_bio' }],
    ['Expired today', { status: 'expired', from: today }],
    ['Processing', { status: 'processing' }],
  ];
  const isCurrent = (filter: Partial<Filters>): boolean =>
    (['q', ...NARROWER] as const).every((name) => filters[name] === (filter[name] ?? ''));
  return (
    <ul class="chips" aria-label="Quick filters">
      {quick.map(([title, filter]) => (
        <li key={title}>
          <a href={routeTo(['sessions'], filter)} aria-current={isCurrent(filter) || undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
