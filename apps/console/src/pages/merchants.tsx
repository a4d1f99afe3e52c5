import type { VNode } from 'preact';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Id } from '../parts/copy.tsx';
import { Problem, Status, Table, Title, Words } from '../parts/elements.tsx';
import { MerchantLink } from '../parts/merchants.tsx';
import { routeTo } from '../route.ts';

export function MerchantsPage(): VNode {
  const { value, problem } = useData('merchant list', {}, PAGE_EVERY_MS);
  const attention = useData('merchants attention', {}, PAGE_EVERY_MS);
  const whyOf = (id: string): string =>
    (attention.value ?? [])
      .filter(({ merchant_id }) => merchant_id === id)
      .map(({ why }) => why)
      .join('; ');
  return (
    <>
      <div class="title">
        <Title text="Merchants" />
        {may('merchant add') && (
          <a class="main button" href={routeTo(['merchants', 'new'])}>
            Add merchant
          </a>
        )}
      </div>
      <Problem text={problem ?? attention.problem} />
      <Table
        label="Merchants"
        none="No merchants yet."
        // The rows do not grow when the reasons arrive.
        rows={attention.problem === undefined && attention.value === undefined ? undefined : value}
        keyOf={({ merchant_id }) => merchant_id}
        columns={[
          ['Name', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
          ['Status', ({ suspended_at }) => <Status status={suspended_at === null ? 'active' : 'suspended'} />],
          [
            'Needs attention',
            ({ merchant_id: id }) =>
              whyOf(id) && (
                <span class="bad">
                  <Words text={whyOf(id)} />
                </span>
              ),
          ],
          ['Merchant id', ({ merchant_id: id }) => <Id id={id} what={`merchant id …${id.slice(-6)}`} />],
          ['Bio API', ({ bio_base_url }) => <span class="url">{bio_base_url}</span>],
        ]}
      />
    </>
  );
}
