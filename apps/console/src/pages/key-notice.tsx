import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Problem, Said, Table, When } from '../parts/elements.tsx';
import { MerchantLink } from '../parts/sessions-table.tsx';
import { TextDialog } from '../parts/copy.tsx';

type Notice = CallResult<'keys notice'>;

export function KeyNotice({ notice, onChanged }: { notice: Notice; onChanged: () => void }): VNode {
  const { key_id, switch_at, removal_at, merchants } = notice;
  const [isShown, setShown] = useState(false);
  const acknowledge = useAction('keys notice', onChanged);
  const open = merchants.filter(({ acknowledged_at }) => acknowledged_at === null).length;
  return (
    <>
      <p>
        Key <span class="id">{key_id}</span> becomes active at <When at={switch_at} />. The previous key stays published
        until <When at={removal_at} />.
      </p>
      <button type="button" onClick={() => setShown(true)}>
        Show notice
      </button>
      {isShown && (
        <TextDialog
          title="Notice for merchants"
          text={notice.notice}
          note="Send it to every merchant, at least 7 days before the switch."
          fileName={`rotation-notice-${key_id}.txt`}
          onClose={() => setShown(false)}
        />
      )}
      <h3>
        Acknowledged by {merchants.length - open} of {merchants.length} merchants
      </h3>
      <Problem text={acknowledge.problem} />
      <Said text={acknowledge.isDone ? 'Recorded.' : ''} />
      <Table
        label="Acknowledgments"
        none="No merchants yet."
        columns={['Merchant', 'Acknowledged', may('keys notice') && 'Actions']}
        rows={merchants.map(({ merchant_id, name, acknowledged_at }) => ({
          key: merchant_id,
          cells: [
            <MerchantLink id={merchant_id} name={name} />,
            acknowledged_at === null ? 'Not yet' : <When at={acknowledged_at} />,
            acknowledged_at === null && (
              <button
                type="button"
                aria-label={`Mark as acknowledged: ${name}`}
                onClick={() => acknowledge.run({ acknowledged: merchant_id })}
              >
                Mark as acknowledged
              </button>
            ),
          ],
        }))}
      />
    </>
  );
}
