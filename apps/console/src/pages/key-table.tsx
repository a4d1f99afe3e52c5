import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Said, Status, Table, When, type TableRow } from '../parts/elements.tsx';
import { Confirm } from '../parts/forms.tsx';

type KeyView = CallResult<'keys list'>[number];

const COLUMNS = ['Key', 'Purpose', 'Status', 'Storage', 'Created', 'Switch', 'Removal', 'Last used'];

interface KeyTableProps {
  readonly keys: readonly KeyView[];
  readonly isAdmin: boolean;
  readonly onChanged: () => void;
}

/** Earlier sealing keys open enrollments until somebody withdraws them. */
const isWithdrawable = ({ purpose, status }: KeyView): boolean =>
  purpose === 'capture-sealing' && status === 'retiring';

export function KeyTable({ keys, isAdmin, onChanged }: KeyTableProps): VNode {
  const [chosen, setChosen] = useState<KeyView>();
  const [withdrawn, setWithdrawn] = useState<string>();
  const done = ({ key_id }: CallResult<'keys withdraw'>): void => {
    setWithdrawn(key_id);
    onChanged();
  };
  return (
    <>
      <Said text={withdrawn ? `Key ${withdrawn} is withdrawn.` : ''} />
      <Table
        label="All keys"
        columns={COLUMNS}
        rows={keys.map((key) => ({
          key: key.key_id,
          cells: cellsOf(key, isAdmin && isWithdrawable(key) ? () => setChosen(key) : undefined),
        }))}
      />
      {chosen && (
        <Confirm
          title="Withdraw this key?"
          yes="Withdraw"
          action="keys withdraw"
          params={{ key_id: chosen.key_id }}
          onDone={done}
          onClose={() => setChosen(undefined)}
        >
          {chosen.key_id} was last used <When at={chosen.last_used_at} />. Enrollments sealed with it stop working:
          those users enroll again. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}

const cellsOf = (key: KeyView, onWithdraw: (() => void) | undefined): TableRow['cells'] => [
  <span class="id">{key.key_id}</span>,
  key.purpose,
  <span class="actions">
    <Status status={key.status} />
    {onWithdraw && (
      <button type="button" class="danger" aria-label={`Withdraw ${key.key_id}`} onClick={onWithdraw}>
        Withdraw …
      </button>
    )}
  </span>,
  key.kept_in,
  <When at={key.created_at} />,
  <When at={key.switch_at} />,
  <When at={key.removal_at} />,
  key.last_used_at && <When at={key.last_used_at} />,
];
