import type { VNode } from 'preact';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Problem, Status, Table, Title } from '../parts/elements.tsx';
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
        rows={value}
        keyOf={({ merchant_id }) => merchant_id}
        columns={[
          ['Name', ({ merchant_id, name }) => <NameLink id={merchant_id} name={name} />],
          ['Status', ({ suspended_at }) => <Status status={suspended_at === null ? 'active' : 'suspended'} />],
          ['Needs attention', ({ merchant_id: id }) => whyOf(id) && <span class="bad">{whyOf(id)}</span>],
          ['Merchant id', ({ merchant_id }) => <span class="id">{merchant_id}</span>],
          ['Bio API', ({ bio_base_url }) => <span class="url">{bio_base_url}</span>],
        ]}
      />
    </>
  );
}

const NameLink = ({ id, name }: { id: string; name: string }): VNode => (
  <a href={routeTo(['merchants', id])}>
    <bdi>{name}</bdi>
  </a>
);
