import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import type { MerchantView } from '@authly/service/actions/views.ts';
import { Problem } from '../parts/problem.tsx';
import { addressOf } from '../place.ts';
import { useAnswer } from '../use-answer.ts';
import { Table } from '../parts/table.tsx';

export function Merchants(): VNode {
  const { value, problem } =
    useAnswer<readonly Pick<MerchantView, 'merchant_id' | 'name' | 'bio_base_url'>[]>('/api/merchants');
  return (
    <>
      <Heading text="Merchants" owner="Authly console" />
      <Problem text={problem} />
      {value?.length === 0 && <p class="soft">None yet: authly merchant add --name … --bio-base-url …</p>}
      {value && value.length > 0 && (
        <Table label="Merchants" columns={['Name', 'Merchant id', 'Bio API']}>
          {value.map(({ merchant_id, name, bio_base_url }) => (
            <tr key={merchant_id}>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>
                <a href={addressOf(['merchants', merchant_id])}>{merchant_id}</a>
              </td>
              <td>{bio_base_url}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
