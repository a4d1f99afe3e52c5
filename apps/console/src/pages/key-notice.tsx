import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { ActionButton } from '../parts/actions.tsx';
import { Table, When } from '../parts/elements.tsx';
import { MerchantLink, useMerchantNames } from '../parts/merchants.tsx';
import { usePage } from '../parts/page.tsx';

export function KeyNotice({ notice }: { notice: CallResult<'keys notice'> }): VNode {
  const { key_id, switch_at, removal_at, merchants } = notice;
  const nameOf = useMerchantNames();
  const { showText } = usePage();
  const note = 'Send it to every merchant, at least 7 days before the switch.';
  const show = (): void => showText('Notice for merchants', notice.notice, note, `rotation-notice-${key_id}.txt`);
  const open = merchants.filter(({ acknowledged_at }) => acknowledged_at === null).length;
  return (
    <>
      <p>
        Key <span class="id">{key_id}</span> becomes active at <When at={switch_at} />. The previous key stays published
        until <When at={removal_at} />.
      </p>
      <button type="button" onClick={show}>
        Show notice
      </button>
      <h3>
        Acknowledged by {merchants.length - open} of {merchants.length} merchants
      </h3>
      <Table
        label="Acknowledgments"
        none="No merchants yet."
        rows={merchants}
        keyOf={({ merchant_id }) => merchant_id}
        columns={[
          ['Merchant', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
          ['Acknowledged', ({ acknowledged_at: at }) => (at === null ? 'Not yet' : <When at={at} />)],
          may('keys notice') && [
            'Actions',
            ({ merchant_id, acknowledged_at }) =>
              acknowledged_at === null && (
                <ActionButton
                  label="Mark as acknowledged"
                  fullLabel={`Mark as acknowledged: ${nameOf(merchant_id)}`}
                  action="keys notice"
                  params={{ acknowledged: merchant_id }}
                  says="Recorded."
                />
              ),
          ],
        ]}
      />
    </>
  );
}
