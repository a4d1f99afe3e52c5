import type { VNode } from 'preact';
import type { MerchantView } from '@authly/service/actions/views.ts';
import { useData } from '../hooks.ts';
import { Problem, Table, Title } from '../parts/elements.tsx';
import { routeTo } from '../route.ts';

export function MerchantsPage(): VNode {
  const { value, problem } =
    useData<readonly Pick<MerchantView, 'merchant_id' | 'name' | 'bio_base_url'>[]>('/api/merchants');
  return (
    <>
      <Title text="Merchants" />
      <Problem text={problem} />
      {value?.length === 0 && <p class="soft">No merchants yet: authly merchant add --name … --bio-base-url …</p>}
      {value && value.length > 0 && (
        <Table label="Merchants" columns={['Name', 'Merchant id', 'Bio API']}>
          {value.map(({ merchant_id, name, bio_base_url }) => (
            <tr key={merchant_id}>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>
                <a href={routeTo(['merchants', merchant_id])}>{merchant_id}</a>
              </td>
              <td>{bio_base_url}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
