import { ERRORS } from '@authly/contract/errors';
import type { VNode } from 'preact';
import type { CallParams } from '@authly/service/operator/console/calls.ts';
import { useData } from '../hooks.ts';
import { Back, Problem, Title } from '../parts/elements.tsx';
import { Choice, itself } from '../parts/forms.tsx';
import { useMerchantNames } from '../parts/merchants.tsx';
import { filtersIn } from '../parts/search.tsx';
import { givenIn, routeTo } from '../route.ts';
import { FailedCalls } from './failed-calls.tsx';
import { Deliveries, STATES } from './merchant-deliveries.tsx';

const MOST = 100;
const FILTERS = ['state', 'code', 'client_id'] as const;
type CallFilter = Pick<CallParams<'failed calls'>, 'code' | 'client_id'>;

/** The deliveries or the failed calls of a merchant. The filters are in the address. */
export function MerchantListPage({ id, list, query }: { id: string; list: string; query: URLSearchParams }): VNode {
  const { value, problem } = useData('merchant details', { merchant_id: id });
  const nameOf = useMerchantNames();
  const { state, ...filters } = filtersIn(query, FILTERS);
  const filter = (name: string, label: string, choices: readonly string[]): VNode => (
    <Choice
      name={name}
      label={label}
      value={query.get(name) ?? ''}
      choices={itself(choices)}
      onChange={(chosen) => (location.hash = routeTo(['merchants', id, list], { state, ...filters, [name]: chosen }))}
    />
  );
  const isCalls = list === 'calls';
  return (
    <>
      <Back href={routeTo(['merchants', id])} text={nameOf(id)} />
      <Title text={isCalls ? 'Failed calls' : 'Deliveries'} />
      <Problem text={problem} />
      <div class="search-fields search">
        {isCalls && filter('code', 'Code', Object.keys(ERRORS))}
        {isCalls && filter('client_id', 'Client', value?.clients.map(({ client_id }) => client_id) ?? [])}
        {!isCalls && filter('state', 'State', STATES)}
      </div>
      {isCalls && <FailedCalls merchantId={id} most={MOST} filter={givenIn(filters) as CallFilter} />}
      {value?.webhook && !isCalls && <Deliveries merchantId={id} {...value.webhook} most={MOST} ofState={state} />}
    </>
  );
}
