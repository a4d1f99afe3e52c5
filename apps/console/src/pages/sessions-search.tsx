import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { MODES, SESSION_STATES } from '@authly/contract/wire/states';
import { BIO_ERROR } from '@authly/service/operator/wire/wire.ts';
import type { VNode } from 'preact';
import { Choice, itself } from '../parts/forms.tsx';
import { Period, Search, type Filters } from '../parts/search.tsx';
import { MerchantChoice } from '../parts/merchants.tsx';
import { routeTo } from '../route.ts';

const NARROWER = ['merchant', 'status', 'mode', 'failure_code', 'from', 'to'] as const;
export const FIELDS = ['q', ...NARROWER, 'before'] as const;
export type SessionFilters = Filters<(typeof FIELDS)[number]>;

const SESSION_ID = /^ses_[0-9a-z]{36}$/;

export function SearchForm({ filters }: { filters: SessionFilters }): VNode {
  const given = NARROWER.filter((name) => filters[name] !== '').length;
  const search = (wanted: Readonly<Record<string, string>>): void => {
    const text = wanted['q'] ?? '';
    location.hash = SESSION_ID.test(text) ? routeTo(['sessions', text]) : routeTo(['sessions'], wanted);
  };
  return (
    <Search onSearch={search}>
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
          <MerchantChoice name="merchant" label="Merchant" value={filters.merchant} />
          <Choice name="status" label="Status" value={filters.status} choices={itself(SESSION_STATES)} />
          <Choice name="mode" label="Mode" value={filters.mode} choices={itself(MODES)} />
          <Choice
            name="failure_code"
            label="Failure"
            value={filters.failure_code}
            choices={itself(Object.keys(FAILURE_CODES))}
          />
          <Period {...filters} />
        </div>
      </details>
    </Search>
  );
}

/** Each link replaces the search. */
export function QuickFilters({ filters }: { filters: SessionFilters }): VNode {
  const today = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  const quick: readonly [title: string, filter: Partial<SessionFilters>][] = [
    ['All', {}],
    ['Failed today', { status: 'failed', from: today }],
    ['Bio API errors', { q: BIO_ERROR }],
    ['Expired today', { status: 'expired', from: today }],
    ['Processing', { status: 'processing' }],
  ];
  const isCurrent = (filter: Partial<SessionFilters>): boolean =>
    ['q' as const, ...NARROWER].every((name) => filters[name] === (filter[name] ?? ''));
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
