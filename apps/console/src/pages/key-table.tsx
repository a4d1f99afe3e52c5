import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { Said, Status, Table, When } from '../parts/elements.tsx';
import { ConfirmButton } from '../parts/forms.tsx';
import { PURPOSES, type KeyView } from '../parts/key-purposes.ts';

const COLUMNS = ['Key', 'Purpose', 'Status', 'Storage', 'Created', 'Switch', 'Removal'];

/** Earlier sealing keys open enrollments until an operator withdraws them. */
const isWithdrawable = ({ purpose, status }: KeyView): boolean =>
  purpose === 'capture-sealing' && status === 'retiring';

export function KeyTable({ keys, onChanged }: { keys: readonly KeyView[]; onChanged: () => void }): VNode {
  const [withdrawn, setWithdrawn] = useState<string>();
  const done = ({ key_id }: CallResult<'keys withdraw'>): void => {
    setWithdrawn(key_id);
    onChanged();
  };
  const rows = keys.map((key) => ({
    key: key.key_id,
    cells: [
      <span class="id">{key.key_id}</span>,
      <>
        {PURPOSES[key.purpose]} <span class="soft">{key.purpose}</span>
      </>,
      <span class="actions">
        <Status status={key.status} />
        {isWithdrawable(key) && <Withdraw {...key} onDone={done} />}
      </span>,
      key.kept_in,
      <When at={key.created_at} />,
      <When at={key.switch_at} />,
      <When at={key.removal_at} />,
    ],
  }));
  return (
    <>
      <Said text={withdrawn ? `Key ${withdrawn} is withdrawn.` : ''} />
      <Table label="All keys" columns={COLUMNS} rows={rows} none="No keys yet." />
    </>
  );
}

interface WithdrawProps extends KeyView {
  readonly onDone: (withdrawn: CallResult<'keys withdraw'>) => void;
}

const Withdraw = ({ key_id, last_used_at, onDone }: WithdrawProps): VNode => (
  <ConfirmButton
    label="Withdraw …"
    fullLabel={`Withdraw ${key_id}`}
    isDanger
    title="Withdraw this key?"
    action="keys withdraw"
    params={{ key_id }}
    onDone={onDone}
  >
    {key_id} was last used <When at={last_used_at} />. Enrollments sealed with it stop working: those users enroll
    again. This cannot be undone.
  </ConfirmButton>
);
