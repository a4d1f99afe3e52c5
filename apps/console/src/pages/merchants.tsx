import type { VNode } from 'preact';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Problem, Status, Table, Title } from '../parts/elements.tsx';
import { routeTo } from '../route.ts';

const COLUMNS = ['Name', 'Status', 'Needs attention', 'Merchant id', 'Bio API'];

export function MerchantsPage(): VNode {
  const { value, problem } = useData('merchant list', {}, PAGE_EVERY_MS);
  const attention = useData('merchants attention', {}, PAGE_EVERY_MS);
  const whyOf = (id: string): string =>
    (attention.value ?? [])
      .filter(({ merchant_id }) => merchant_id === id)
      .map(({ why }) => why)
      .join('; ');
  const rows = value?.map(({ merchant_id, name, bio_base_url, suspended_at }) => ({
    key: merchant_id,
    cells: [
      <a href={routeTo(['merchants', merchant_id])}>
        <bdi>{name}</bdi>
      </a>,
      <Status status={suspended_at === null ? 'active' : 'suspended'} />,
      whyOf(merchant_id) && <span class="bad">{whyOf(merchant_id)}</span>,
      <span class="id">{merchant_id}</span>,
      <span class="url">{bio_base_url}</span>,
    ],
  }));
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
      {rows && <Table label="Merchants" columns={COLUMNS} rows={rows} none="No merchants yet." />}
    </>
  );
}
