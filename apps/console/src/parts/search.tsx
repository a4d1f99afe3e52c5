import type { ComponentChildren, VNode } from 'preact';
import { routeTo } from '../route.ts';
import { LAST_LOCAL_TIME, localTime } from './forms.tsx';

/** A filter that is not given is empty. */
export type Filters<Name extends string> = Readonly<Record<Name, string>>;

export const filtersIn = <Name extends string>(query: URLSearchParams, names: readonly Name[]): Filters<Name> =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Filters<Name>;

/** The fields of a search form, with times in UTC. */
function filtersOf(form: HTMLFormElement): Record<string, string> {
  const fields = [...form.elements].filter(
    (each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement,
  );
  return Object.fromEntries(
    fields.map(({ name, type, value }) => [
      name,
      type === 'datetime-local' && value !== '' ? new Date(value).toISOString() : value.trim(),
    ]),
  );
}

interface SearchProps {
  readonly onSearch: (filters: Readonly<Record<string, string>>) => void;
  readonly children: ComponentChildren;
}

export const Search = ({ onSearch, children }: SearchProps): VNode => (
  <form
    class="search"
    role="search"
    onSubmit={(event) => {
      event.preventDefault();
      onSearch(filtersOf(event.currentTarget));
    }}
  >
    {children}
  </form>
);

export const Period = ({ from, to }: Filters<'from' | 'to'>): VNode => (
  <>
    <label>
      From <input type="datetime-local" name="from" max={LAST_LOCAL_TIME} defaultValue={localTime(from)} />
    </label>
    <label>
      To <input type="datetime-local" name="to" max={LAST_LOCAL_TIME} defaultValue={localTime(to)} />
    </label>
  </>
);

interface PagingProps {
  readonly page: string;
  readonly filters: Filters<'before'>;
  /** The `before` of the next page, which the last page has not. */
  readonly older: string | undefined;
}

export const Paging = ({ page, filters, older }: PagingProps): VNode => (
  <p class="paging">
    {filters.before !== '' && <a href={routeTo([page], { ...filters, before: '' })}>Newest</a>}
    {older !== undefined && <a href={routeTo([page], { ...filters, before: older })}>Older</a>}
  </p>
);
