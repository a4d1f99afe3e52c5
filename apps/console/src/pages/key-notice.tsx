import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { ActionButton } from '../parts/actions.tsx';
import { Table, When } from '../parts/elements.tsx';
import { MerchantLink, useMerchantNames } from '../parts/merchants.tsx';
import { usePage } from '../parts/page.tsx';

type Notice = NonNullable<CallResult<'keys details'>['notice']>;

export function KeyNotice({ key_id, switch_at, removal_at, notice: text }: Notice): VNode {
  const { show } = usePage();
  const note = 'Send it to every merchant, at least 7 days before the switch.';
  const fileName = `rotation-notice-${key_id}.txt`;
  return (
    <>
      <p>
        Key <span class="id">{key_id}</span> becomes active at <When at={switch_at} />. The previous key stays published
        until <When at={removal_at} />.
      </p>
      <button type="button" onClick={() => show({ title: 'Notice for merchants', text, note, fileName })}>
        Show notice
      </button>
    </>
  );
}

/** Whether each merchant accepts the active key, and has acknowledged an announced one. */
export function KeyMerchants({ readiness, notice }: CallResult<'keys details'>): VNode {
  const nameOf = useMerchantNames();
  if (readiness === null) return <p class="soft">No active key yet.</p>;
  const { key_id, merchants, not_yet } = readiness;
  const acknowledged = new Map(notice?.merchants.map((each) => [each.merchant_id, each.acknowledged_at]));
  const done = [...acknowledged.values()].filter((at) => at !== null).length;
  return (
    <>
      <p>
        <span class="id">{key_id}</span>:{' '}
        {not_yet.length === 0
          ? 'every merchant has accepted it.'
          : `${not_yet.length} of ${merchants.length} merchants have not accepted it. They may not have been called since the switch.`}
      </p>
      {notice && (
        <p>
          <span class="id">{notice.key_id}</span>: acknowledged by {done} of {merchants.length} merchants.
        </p>
      )}
      <Table
        label="Merchants and keys"
        none="No merchants yet."
        rows={merchants}
        keyOf={({ merchant_id }) => merchant_id}
        columns={[
          ['Merchant', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
          ['Last accepted', ({ last_accepted_at: at }) => (at === null ? NOT_YET : <When at={at} />), true],
          ['Last accepted another key', ({ last_accepted_another_at: at }) => <When at={at} />, true],
          notice !== null && ['Acknowledged', ({ merchant_id }) => <When at={acknowledged.get(merchant_id)} />, true],
          notice !== null &&
            may('keys notice') && [
              'Actions',
              ({ merchant_id }) =>
                acknowledged.get(merchant_id) === null && (
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

const NOT_YET = <span class="bad">Not yet</span>;
